#include "capture/wrapper/response_file.h"

#include <algorithm>

namespace foreweave {

namespace {

bool separates(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Takes one word off the front of `text`.
std::string take_word(std::string_view& text) {
  std::string word;
  char quote = 0;
  size_t at = 0;
  for (; at < text.size() && (quote != 0 || !separates(text[at])); ++at) {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size())
      word += text[++at];
    else if (quote != 0 ? c == quote : c == '"' || c == '\'')
      quote = quote != 0 ? 0 : c;
    else
      word += c;
  }
  text.remove_prefix(at);
  return word;
}

class Expander {
 public:
  explicit Expander(const ReadText& read) : read_(read) {}

  // False if a file leads to itself.
  bool add(const std::string& text, size_t origin) {
    const std::optional<ResponseText> contents =
        text.size() > 1 && text[0] == '@' ? read_(text.substr(1)) : std::nullopt;
    if (!contents) {
      expanded.arguments.push_back({text, origin});
      return true;
    }
    if (std::find(open_.begin(), open_.end(), text) != open_.end()) return false;
    if (contents->used_up) expanded.used_up.push_back(origin);
    open_.push_back(text);
    for (const std::string& word : split_response(contents->text))
      if (!add(word, origin)) return false;
    open_.pop_back();
    return true;
  }

  Expansion expanded;

 private:
  const ReadText& read_;
  std::vector<std::string> open_;  // the files we are in
};

}  // namespace

std::vector<std::string> split_response(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> words;
  while (true) {
    while (!text.empty() && separates(text.front())) text.remove_prefix(1);
    if (text.empty()) return words;
    std::string word = take_word(text);
    if (!word.empty()) words.push_back(std::move(word));
  }
}

std::optional<Expansion> expand_response_files(const std::vector<std::string>& arguments,
                                               const ReadText& read) {
  Expander expander(read);
  for (size_t place = 0; place < arguments.size(); ++place)
    if (!expander.add(arguments[place], place)) return std::nullopt;
  return std::move(expander.expanded);
}

}  // namespace foreweave
