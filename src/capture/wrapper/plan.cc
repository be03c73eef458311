#include "capture/wrapper/plan.h"

#include <algorithm>

#include "capture/wrapper/invocation.h"

namespace foreweave {

namespace {

// What we do for a command.
struct Work {
  bool headers = false;
  bool macro = false;
  bool pass = false;
  bool attributes = false;
  bool runtime = false;
  bool stand_in = false, shared_stand_in = false;
  std::string left_out_by;  // the option for which we do less than usual
};

// The option for which neither pass nor runtime has a place in what is made. A bare executable
// compiled and linked at once is left alone as a whole: its code would have nobody to call.
std::string left_out_by(const Invocation& invocation) {
  if (!invocation.own.enabled) return "-fno-foreweave";
  if (!invocation.other_machine.empty()) return invocation.other_machine;
  if (!invocation.freestanding.empty()) return invocation.freestanding;
  return invocation.links() && invocation.executable ? invocation.bare : "";
}

Work work_for(const Invocation& invocation) {
  Work work;
  if (invocation.only_asks) return work;
  work.left_out_by = left_out_by(invocation);
  work.headers = invocation.code || invocation.header;
  if (!work.left_out_by.empty()) return work;
  work.macro = work.headers;
  // The second half of a distributed link finds the pass's work in its input.
  work.pass = invocation.makes_code() && !invocation.distributed_lto;
  work.attributes = work.pass || invocation.header;
  work.runtime = invocation.links() && invocation.executable && !invocation.is_static;
  const bool shared = invocation.links() && invocation.shared_library;
  // A stand-in within a library that binds its own symbols would keep the runtime out for good.
  work.shared_stand_in = shared && invocation.binds_own;
  work.stand_in = (shared && !invocation.binds_own) ||
                  (invocation.links() && invocation.executable && invocation.is_static);
  return work;
}

Status refuse_thread_sanitizer(const Invocation& invocation, const Work& work) {
  const bool matters = invocation.makes_code() || invocation.links();
  if (!invocation.thread_sanitizer || !matters || !work.left_out_by.empty()) return Done();
  return Error{
      "-fsanitize=thread cannot be combined with Foreweave, because both need to see every access "
      "and every lock; take it out, or give -fno-foreweave",
      ""};
}

// Nothing of such a program could be recorded, and nobody would know why.
Status refuse_other_machines(const Invocation& invocation) {
  const bool matters = invocation.makes_code() || invocation.links();
  if (invocation.other_machine.empty() || !matters || !invocation.own.enabled ||
      invocation.only_asks)
    return Done();
  return Error{
      "Foreweave records 64-bit programs of this kind of machine on Linux with glibc, and " +
          invocation.other_machine +
          " asks for others; take it out, or give -fno-foreweave to compile without "
          "Foreweave",
      ""};
}

Status need_parts(const Work& work, const Surroundings& surroundings) {
  std::vector<const std::string*> needed;
  if (work.pass) needed.push_back(&surroundings.parts.pass);
  if (work.attributes) needed.push_back(&surroundings.parts.attributes);
  if (work.runtime) {
    needed.push_back(&surroundings.parts.runtime);
    needed.push_back(&surroundings.parts.exported_symbols);
  }
  if (work.stand_in) needed.push_back(&surroundings.parts.stand_in);
  if (work.shared_stand_in) needed.push_back(&surroundings.parts.shared_stand_in);
  for (const std::string* part : needed)
    if (!surroundings.readable(*part))
      return Error{"this part of Foreweave is missing or cannot be read; install it again", *part};
  return Done();
}

// The lists by absolute path: the pass may run in another folder than we do.
Result<std::string> join_ignore_lists(const Invocation& invocation,
                                      const Surroundings& surroundings) {
  std::string joined;
  for (const std::string& list : invocation.own.ignore_lists) {
    const std::string path =
        list.starts_with('/') ? list : surroundings.working_directory + "/" + list;
    if (!surroundings.readable(path))
      return Error{"cannot read this file, which -fforeweave-ignore names", list};
    if (path.find(':') != path.npos)
      return Error{"a file for -fforeweave-ignore cannot have ':' in its path", path};
    joined += (joined.empty() ? "" : ":") + path;
  }
  return joined;
}

// Options that some step of the command does not use are no reason for a warning.
std::vector<std::string> for_compiler(const Work& work, const Invocation& invocation,
                                      const Parts& parts) {
  std::vector<std::string> added;
  if (work.pass) added.push_back("-fpass-plugin=" + parts.pass);
  if (work.attributes) added.push_back("-fplugin=" + parts.attributes);
  if (work.pass && !invocation.debug_named) {
    // In version 5 they would hold checksums, which -save-temps turns into warnings.
    added.push_back("-gline-tables-only");
    added.push_back("-fdebug-default-version=4");
  }
  if (work.macro) added.push_back("-D__FOREWEAVE__=1");
  if (work.headers) {
    added.push_back("-idirafter");
    added.push_back(parts.headers);
  }
  if (added.empty()) return added;
  added.insert(added.begin(), "--start-no-unused-arguments");
  added.push_back("--end-no-unused-arguments");
  return added;
}

// By -Xlinker, because -Wl would split paths at commas, and an input would fall under -x.
std::vector<std::string> for_linker(const Work& work, const Parts& parts) {
  std::vector<std::string> added;
  std::vector<std::string> words;
  if (work.runtime)
    words = {"--dynamic-list=" + parts.exported_symbols, "--whole-archive", parts.runtime,
             "--no-whole-archive"};
  else if (work.stand_in)
    words = {"--whole-archive", parts.stand_in, "--no-whole-archive"};
  else if (work.shared_stand_in)
    // Needed although nothing but weak symbols are taken from it.
    words = {"--push-state",
             "--no-as-needed",
             parts.shared_stand_in,
             "--pop-state",
             "-rpath",
             parts.shared_stand_in.substr(0, parts.shared_stand_in.rfind('/'))};
  for (const std::string& word : words) {
    added.push_back("-Xlinker");
    added.push_back(word);
  }
  return added;
}

// The user's arguments without ours. A response file stays what it is unless one of ours is in it,
// or clang could not read it any more.
std::vector<std::string> without_own(const std::vector<std::string>& arguments,
                                     const Expansion& expansion,
                                     const std::vector<size_t>& own_places) {
  const std::vector<Argument>& expanded = expansion.arguments;
  std::vector<bool> own(expanded.size()), changed(arguments.size());
  for (const size_t origin : expansion.used_up) changed[origin] = true;
  for (const size_t place : own_places) {
    own[place] = true;
    changed[expanded[place].origin] = true;
  }
  std::vector<std::string> kept;
  size_t next = 0;
  for (size_t origin = 0; origin < arguments.size(); ++origin) {
    if (!changed[origin]) kept.push_back(arguments[origin]);
    for (; next < expanded.size() && expanded[next].origin == origin; ++next)
      if (changed[origin] && !own[next]) kept.push_back(expanded[next].text);
  }
  return kept;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Parts parts_beside(const std::string& executable) {
  const auto parent = [](const std::string& path) {
    const size_t slash = path.rfind('/');
    return path.substr(0, slash == path.npos ? 0 : slash);
  };
  const std::string root = parent(parent(executable));
  const std::string lib = root + "/lib/foreweave";
  return {.pass = lib + "/foreweave-pass.so",
          .attributes = lib + "/foreweave-attributes.so",
          .runtime = lib + "/libforeweave-rt.a",
          .stand_in = lib + "/libforeweave-stand-in.a",
          .shared_stand_in = lib + "/libforeweave-stand-in.so",
          .exported_symbols = lib + "/exported-symbols.list",
          .headers = root + "/include/foreweave"};
}

Result<Plan> make_plan(const std::vector<std::string>& arguments,
                       const Surroundings& surroundings) {
  const std::optional<Expansion> expanded = expand_response_files(arguments, surroundings.read);
  Plan plan;
  if (!expanded) {
    plan.arguments = arguments;
    return plan;
  }

  const Result<Invocation> read = read_invocation(expanded->arguments);
  if (!read) return read.error();
  const Invocation& invocation = read.value();
  const Work work = work_for(invocation);
  if (Status fine = refuse_thread_sanitizer(invocation, work); !fine) return fine.error();
  if (Status fine = refuse_other_machines(invocation); !fine) return fine.error();
  if (Status there = need_parts(work, surroundings); !there) return there.error();

  plan.show_only = invocation.own.show_plan;
  if (work.pass && !invocation.own.ignore_lists.empty()) {
    const Result<std::string> lists = join_ignore_lists(invocation, surroundings);
    if (!lists) return lists.error();
    plan.environment.emplace_back(kIgnoreVariable, lists.value());
  }
  if (invocation.verbose && !work.left_out_by.empty())
    plan.notes.push_back("leaving the pass and the runtime out because of " + work.left_out_by);
  append(plan.arguments, for_compiler(work, invocation, surroundings.parts));
  append(plan.arguments, for_linker(work, surroundings.parts));
  append(plan.arguments, without_own(arguments, *expanded, invocation.own.places));
  return plan;
}

}  // namespace foreweave
