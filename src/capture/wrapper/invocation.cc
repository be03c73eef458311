#include "capture/wrapper/invocation.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "capture/wrapper/driver_options.h"
#include "capture/wrapper/input_kind.h"

namespace foreweave {

namespace {

struct Stop {
  std::string_view option;
  Stage last_stage;
};
constexpr Stop kStops[] = {
    {"-E", Stage::kPreprocess},
    {"--preprocess", Stage::kPreprocess},
    {"--driver-mode=cpp", Stage::kPreprocess},
    {"-M", Stage::kPreprocess},
    {"-MM", Stage::kPreprocess},
    {"--dependencies", Stage::kPreprocess},
    {"--user-dependencies", Stage::kPreprocess},
    {"--precompile", Stage::kPrecompile},
    {"-extract-api", Stage::kPrecompile},
    {"-fmodule-header", Stage::kPrecompile},
    {"-fmodule-header=system", Stage::kPrecompile},
    {"-fmodule-header=user", Stage::kPrecompile},
    {"--analyze", Stage::kExamine},
    {"--migrate", Stage::kExamine},
    {"-emit-ast", Stage::kExamine},
    {"-emit-interface-stubs", Stage::kExamine},
    {"-fsyntax-only", Stage::kExamine},
    {"-module-file-info", Stage::kExamine},
    {"-rewrite-legacy-objc", Stage::kExamine},
    {"-rewrite-objc", Stage::kExamine},
    {"-verify-pch", Stage::kExamine},
    {"-S", Stage::kCompile},
    {"--assemble", Stage::kCompile},
    {"-c", Stage::kCompile},
    {"--compile", Stage::kCompile},
};

// What makes a link yield something else than an executable, said to clang and said to the linker.
constexpr std::string_view kNoExecutable[] = {"-shared", "--shared", "-r", "--emit-static-lib"};
constexpr std::string_view kNoExecutableInLinker[] = {"-shared", "--shared", "-Bshareable",  "-r",
                                                      "-i",      "-Ur",      "--relocatable"};

constexpr std::string_view kShared[] = {"-shared", "--shared", "-Bshareable"};
// Anywhere in a word for the linker: one or two dashes, with or without a value.
constexpr std::string_view kBindsOwn[] = {"-version-script", "-Bsymbolic", "-exclude-libs",
                                          "-retain-symbols-file"};
constexpr std::string_view kStatic[] = {"-static", "--static", "-static-pie"};

// -nodefaultlibs is not among them: start-up code needs libc, so whoever gives it names libc too.
constexpr std::string_view kBare[] = {"-nostdlib", "--no-standard-libraries", "-nostartfiles",
                                      "-nolibc"};

constexpr std::string_view kOtherMachine[] = {"-m32", "-mx32", "-m16", "-miamcu"};

// At these the linker answers and does nothing else.
constexpr std::string_view kLinkerQuestions[] = {"--version", "--help", "-help"};

template <class Table>
bool contains(const Table& table, std::string_view word) {
  return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

bool list_contains(std::string_view list, std::string_view name) {
  while (true) {
    const size_t comma = list.find(',');
    if (list.substr(0, comma) == name) return true;
    if (comma == list.npos) return false;
    list.remove_prefix(comma + 1);
  }
}

bool looks_like_ours(std::string_view option) {
  return option.starts_with("-fforeweave") || option.starts_with("-fno-foreweave") ||
         option.starts_with("--foreweave");
}

// Code for `triple` can call the runtime, which is built for the machine we are built for.
bool is_our_target(std::string_view triple) {
#if defined(__aarch64__)
  const bool ours = triple.starts_with("aarch64-") || triple.starts_with("arm64-");
#else
  const bool ours = triple.starts_with("x86_64-") || triple.starts_with("amd64-");
#endif
  return ours && (triple.ends_with("-linux-gnu") || triple.ends_with("-linux"));
}

class Reader {
 public:
  explicit Reader(const std::vector<Argument>& arguments) : arguments_(arguments) {}

  Result<Invocation> read();

 private:
  std::string_view argument(size_t place) const {
    return place < arguments_.size() ? std::string_view(arguments_[place].text) : "";
  }

  bool take_own_option(size_t place);
  void take_option(size_t place);
  void take_stage(std::string_view option);
  void take_language(size_t place);
  void take_machine(size_t place);
  void take_link_options(size_t place);
  void take_linker_words(std::string_view words);
  void take_sanitizers(std::string_view option);
  void take_input(std::string_view path);

  const std::vector<Argument>& arguments_;
  std::string_view language_ = "none";  // of -x, for the inputs behind it
  bool linker_asked_ = false;           // for its version, say
  Invocation found_;
};

Result<Invocation> Reader::read() {
  if (argument(0).starts_with("-cc1")) found_.only_asks = true;
  bool only_inputs = false;  // behind "--"
  for (size_t place = 0; place < arguments_.size(); ++place) {
    const std::string_view word = argument(place);
    if (only_inputs || word == "-" || !word.starts_with('-')) {
      take_input(word);
    } else if (word == "--") {
      only_inputs = true;
    } else if (looks_like_ours(word)) {
      if (!take_own_option(place))
        return Error{"there is no option " + std::string(word) +
                         "; ours are -fforeweave-ignore=FILE, -fno-foreweave and --foreweave-plan",
                     ""};
    } else {
      take_option(place);
      place += values_behind(word);
    }
  }
  if (linker_asked_ && found_.last_stage == Stage::kLink) found_.only_asks = true;
  if (!found_.has_input()) found_.only_asks = true;
  return found_;
}

bool Reader::take_own_option(size_t place) {
  constexpr std::string_view kIgnore = "-fforeweave-ignore=";
  const std::string_view option = argument(place);
  found_.own.places.push_back(place);
  if (option == "-fforeweave" || option == "-fno-foreweave")
    found_.own.enabled = option == "-fforeweave";
  else if (option == "--foreweave-plan")
    found_.own.show_plan = true;
  else if (option.starts_with(kIgnore) && option.size() > kIgnore.size())
    found_.own.ignore_lists.emplace_back(option.substr(kIgnore.size()));
  else
    return false;
  return true;
}

void Reader::take_option(size_t place) {
  const std::string_view option = argument(place);
  if (is_question(option)) found_.only_asks = true;
  if (option == "-v" || option == "--verbose") found_.verbose = true;
  if (option == "-ffreestanding") found_.freestanding = option;
  if (option == "-fhosted") found_.freestanding.clear();
  if (option.starts_with("-fthinlto-index=")) found_.distributed_lto = true;
  if (names_debug_information(option)) found_.debug_named = true;
  take_stage(option);
  take_language(place);
  take_machine(place);
  take_link_options(place);
  take_sanitizers(option);
}

void Reader::take_stage(std::string_view option) {
  for (const Stop& stop : kStops)
    if (stop.option == option) found_.last_stage = std::min(found_.last_stage, stop.last_stage);
}

void Reader::take_language(size_t place) {
  constexpr std::string_view kLong = "--language=";
  const std::string_view option = argument(place);
  if (option == "-x" || option == "--language")
    language_ = argument(place + 1);
  else if (option.starts_with("-x"))
    language_ = option.substr(2);
  else if (option.starts_with(kLong))
    language_ = option.substr(kLong.size());
}

void Reader::take_machine(size_t place) {
  constexpr std::string_view kJoined = "--target=";
  const std::string_view option = argument(place);
  if (contains(kOtherMachine, option)) found_.other_machine = option;
  if (option == "-m64") found_.other_machine.clear();
  if (option != "-target" && !option.starts_with(kJoined)) return;
  const std::string triple(option == "-target" ? argument(place + 1)
                                               : option.substr(kJoined.size()));
  found_.other_machine = is_our_target(triple) ? "" : std::string(kJoined) + triple;
}

void Reader::take_link_options(size_t place) {
  constexpr std::string_view kJoined = "--for-linker=";
  const std::string_view option = argument(place);
  if (contains(kNoExecutable, option)) found_.executable = false;
  if (contains(kShared, option)) found_.shared_library = true;
  if (contains(kStatic, option)) found_.is_static = true;
  if (contains(kBare, option)) found_.bare = option;
  if (option.starts_with("-l")) found_.linkable = true;
  if (option.starts_with("-Wl,")) take_linker_words(option.substr(4));
  if (option.starts_with(kJoined)) take_linker_words(option.substr(kJoined.size()));
  if (option == "-Xlinker" || option == "--for-linker") take_linker_words(argument(place + 1));
}

// An option for the linker is reason enough for clang to call it, even without any input.
void Reader::take_linker_words(std::string_view words) {
  found_.linkable = true;
  for (const std::string_view word : kNoExecutableInLinker)
    if (list_contains(words, word)) {
      found_.executable = false;
      found_.shared_library |= contains(kShared, word);
    }
  for (const std::string_view word : kLinkerQuestions)
    if (list_contains(words, word)) linker_asked_ = true;
  for (const std::string_view part : kBindsOwn)
    if (words.find(part) != words.npos) found_.binds_own = true;
}

void Reader::take_sanitizers(std::string_view option) {
  constexpr std::string_view kOn = "-fsanitize=", kOff = "-fno-sanitize=";
  if (option.starts_with(kOn) && list_contains(option.substr(kOn.size()), "thread"))
    found_.thread_sanitizer = true;
  if (option.starts_with(kOff) && (list_contains(option.substr(kOff.size()), "thread") ||
                                   list_contains(option.substr(kOff.size()), "all")))
    found_.thread_sanitizer = false;
}

void Reader::take_input(std::string_view path) {
  switch (language_ == "none" ? kind_of_file(path) : kind_of_language(language_)) {
    case InputKind::kCode:
      found_.code = true;
      break;
    case InputKind::kHeader:
      found_.header = true;
      break;
    case InputKind::kIr:
      found_.ir = true;
      break;
    case InputKind::kAssembler:
      found_.assembler = true;
      break;
    case InputKind::kForeign:
      found_.foreign = true;
      break;
    case InputKind::kLinkable:
      found_.linkable = true;
      break;
  }
}

}  // namespace

Result<Invocation> read_invocation(const std::vector<Argument>& arguments) {
  return Reader(arguments).read();
}

}  // namespace foreweave
