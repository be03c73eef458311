#include "report/describe/source_lines.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "base/bytes/file.h"
#include "base/bytes/sha256.h"
#include "report/describe/places.h"

namespace foreweave {

namespace {

namespace fs = std::filesystem;

constexpr uint32_t kLinesAround = 8;
constexpr size_t kLongestLine = 300;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Where the file may be below the root, the likeliest place first. What would lead out of it is
// left out.
std::vector<std::string> places_below(const std::string& root, const std::string& file) {
  std::vector<std::string> places;
  fs::path rest = fs::path(file).relative_path().lexically_normal();
  while (!rest.empty()) {
    if (*rest.begin() != ".." && is_file(root / rest)) places.push_back(root / rest);
    fs::path shorter;
    for (auto part = std::next(rest.begin()); part != rest.end(); ++part) shorter /= *part;
    rest = shorter;
  }
  return places;
}

std::string shown(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return utf8(line.substr(0, kLongestLine));
}

std::vector<std::string> all_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(shown(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

size_t word_end(std::string_view line, size_t from) {
  while (from < line.size() && in_word(line[from])) ++from;
  return from;
}
size_t word_start(std::string_view line, size_t end) {
  while (end > 0 && in_word(line[end - 1])) --end;
  return end;
}

// "=", "+=", "++" and their like.
bool is_assignment(std::string_view rest) {
  if (rest.starts_with("==")) return false;
  if (rest.starts_with("=") || rest.starts_with("++") || rest.starts_with("--")) return true;
  for (const std::string_view op : {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
    if (rest.starts_with(op)) return true;
  return false;
}

// The bracket that the one before `end` closes, or npos.
size_t opening_bracket(std::string_view line, size_t end) {
  int depth = 0;
  for (size_t i = end; i-- > 0;) {
    depth += line[i] == ']';
    depth -= line[i] == '[';
    if (depth == 0) return i;
  }
  return line.npos;
}

// A word that begins an expression, and names nothing.
bool is_of_the_language(std::string_view word) {
  constexpr std::string_view kWords[] = {"delete", "new",    "return", "throw", "this",
                                         "auto",   "sizeof", "if",     "while", "for"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

std::string word(std::string_view line, size_t start, size_t end, bool element) {
  const std::string_view found = line.substr(start, end - start);
  if (found.empty() || (found[0] >= '0' && found[0] <= '9') || is_of_the_language(found)) return "";
  return std::string(found) + (element ? "[...]" : "");
}

// The bracket that closes the one at `open`, or npos.
size_t closing_bracket(std::string_view line, size_t open) {
  int depth = 0;
  for (size_t i = open; i < line.size(); ++i) {
    depth += line[i] == '[';
    depth -= line[i] == ']';
    if (depth == 0) return i;
  }
  return line.npos;
}

// Of the expression that begins at `start`: compilers point at the beginning of v->data[i], and at
// the member of v->size, so that what ends in a member is about the first word.
std::string subscripted(std::string_view line, size_t start) {
  const size_t first_end = word_end(line, start);
  size_t last = start, end = first_end;
  for (;;) {
    const bool subscript = end < line.size() && line[end] == '[';
    if (subscript) end = closing_bracket(line, end);
    if (end == line.npos) break;
    end += subscript;
    const size_t member = line.substr(end, 1) == "."    ? end + 1
                          : line.substr(end, 2) == "->" ? end + 2
                                                        : line.npos;
    if (member == line.npos || word_end(line, member) == member) {
      if (!subscript) break;
      return word(line, last, word_end(line, last), true);
    }
    last = member;
    end = word_end(line, member);
  }
  return word(line, start, first_end, first_end < line.size() && line[first_end] == '[');
}

// "count", "slots[...]": what ends before `end`.
std::string name_before(std::string_view line, size_t end) {
  if (end == 0 || line[end - 1] != ']') return word(line, word_start(line, end), end, false);
  const size_t bracket = opening_bracket(line, end);
  return bracket == line.npos ? "" : word(line, word_start(line, bracket), bracket, true);
}

}  // namespace

std::string name_in_source(std::string_view line, uint32_t column) {
  if (column == 0 || column > line.size()) return "";
  const size_t at = column - 1;
  if (in_word(line[at])) {
    if (at > 0 && in_word(line[at - 1])) return "";
    const size_t end = word_end(line, at);
    if (end < line.size() && line[end] == '(') return "";  // a call
    if (line.substr(end, 2) == "::") return "";            // where a name is looked for
    return subscripted(line, at);
  }
  if (!is_assignment(line.substr(at))) return "";
  size_t end = at;
  while (end > 0 && line[end - 1] == ' ') --end;
  return name_before(line, end);
}

std::string receiver_in_source(std::string_view line, uint32_t column) {
  if (column == 0 || column > line.size()) return "";
  const size_t at = column - 1, end = word_end(line, at);
  if (end == at || end >= line.size() || (line[end] != '(' && line[end] != '<')) return "";
  if (at >= 1 && line[at - 1] == '.') return name_before(line, at - 1);
  if (at >= 2 && line.substr(at - 2, 2) == "->") return name_before(line, at - 2);
  return "";
}

std::string lock_name_in_source(std::string_view line, uint32_t column) {
  if (column == 0 || column > line.size()) return "";
  const size_t at = column - 1, end = word_end(line, at);
  // Whether it is about locks, the line says up to the name of what is called or constructed.
  if (end == at || line.substr(0, end).find("lock") == line.npos) return "";
  if (end >= line.size() || (line[end] != '(' && line[end] != '{')) return "";
  size_t first = end + 1;
  while (first < line.size() && (line[first] == '&' || line[first] == ' ')) ++first;
  size_t last = first;
  const auto in_name = [&](size_t i) {
    return in_word(line[i]) || line[i] == '.' || line[i] == ':' || line.substr(i, 2) == "->" ||
           (i > 0 && line.substr(i - 1, 2) == "->");
  };
  while (last < line.size() && in_name(last)) ++last;
  if (last == first || last >= line.size()) return "";
  const bool ends = line[last] == ')' || line[last] == '}' || line[last] == ',';
  return ends ? std::string(line.substr(first, last - first)) : "";
}

SourceHashes hashes_of_places(const Trace& trace) {
  SourceHashes hashes;
  const SourceHashes of_trace(trace);
  for (const auto& [path, hash] : of_trace.entries()) hashes.add(file_of_places(path), hash);
  return hashes;
}

std::string why_not_shown(const ReportedSource& source) {
  switch (source.state) {
    case SourceState::changed:
      return source.file + " is not shown: it has changed since it was compiled";
    case SourceState::unknown:
      return source.file +
             " is not shown: the trace does not say what the compiler saw in it; --source-root or "
             "--trust shows it all the same";
    case SourceState::found:
    case SourceState::not_found:
      break;
  }
  return "";
}

SourceLines::File SourceLines::read_file_of(const std::string& file) const {
  const bool is_known = rules_.hashes.knows(file);
  SourceState state = SourceState::not_found;
  const auto read = [&](const std::string& path, bool may_be_shown) -> std::optional<Lines> {
    if (!is_known && !may_be_shown) {
      state = SourceState::unknown;
      return std::nullopt;
    }
    const Result<FileContents> contents = read_file(path);
    if (!contents) return std::nullopt;
    if (is_known && !rules_.hashes.has(file, sha256_hex(contents.value().bytes()))) {
      state = SourceState::changed;
      return std::nullopt;
    }
    return all_lines(contents.value().text());
  };
  if (is_file(file))
    if (auto lines = read(file, rules_.trusts_paths)) return {std::move(lines), SourceState::found};
  for (const std::string& root : rules_.roots)
    for (const std::string& path : places_below(root, file))
      if (auto lines = read(path, true)) return {std::move(lines), SourceState::found};
  return {std::nullopt, state};
}

const SourceLines::File& SourceLines::file_of(const std::string& file) {
  const auto entry = files_.find(file);
  return entry != files_.end() ? entry->second
                               : files_.emplace(file, read_file_of(file)).first->second;
}

const std::string* SourceLines::line(const SourcePlace& place) {
  if (place.file.empty() || place.line == 0) return nullptr;
  const std::optional<Lines>& lines = file_of(place.file).lines;
  return lines && place.line <= lines->size() ? &(*lines)[place.line - 1] : nullptr;
}

std::vector<ReportedSource> SourceLines::read() {
  std::vector<ReportedSource> sources;
  for (const auto& [file, wanted] : lines_) {
    const auto& [lines, state] = file_of(file);
    ReportedSource& source = sources.emplace_back(ReportedSource{file, state});
    if (!lines) continue;
    for (const uint32_t line : wanted) {
      const uint32_t first = line > kLinesAround ? line - kLinesAround : 1;
      const uint32_t last = std::min(line + kLinesAround, static_cast<uint32_t>(lines->size()));
      for (uint32_t n = first; n <= last; ++n) source.lines.emplace(n, (*lines)[n - 1]);
    }
  }
  return sources;
}

}  // namespace foreweave
