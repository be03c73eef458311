#include "report/formats/html_report.h"

#include <set>
#include <unordered_map>

#include "report/formats/html_assets.h"
#include "report/formats/json_tree.h"

namespace foreweave {

namespace {

using Json = nlohmann::ordered_json;

// Long texts occur again and again: paths, functions. In these members they are numbers into one
// table, which makes the page of a thousand findings half as large. data.js has the same list.
class TextTable {
 public:
  void shorten(Json& json) {
    static const std::set<std::string> tabled = {"file",   "function", "thread", "text",
                                                 "access", "operand",  "lock"};
    for (auto& [key, member] : json.items()) {
      if (member.is_structured())
        shorten(member);
      else if (json.is_object() && member.is_string() && tabled.contains(key))
        member = number(member.get<std::string>());
    }
  }
  Json take() { return std::move(texts_); }

 private:
  size_t number(const std::string& text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return entry->second;
  }
  std::unordered_map<std::string, size_t> numbers_;
  Json texts_ = Json::array();
};

// As it may stand inside a script element: nothing in it can end that.
std::string script_safe(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

Json page_data(const Report& report, std::string_view version) {
  Json json = json_tree(report);
  TextTable texts;
  for (Json& finding : json["findings"]) {
    finding.erase("claim");
    texts.shorten(finding);
  }
  for (Json& thread : json["threads"])
    for (const char* part : {"created_at", "stack"})
      if (thread.contains(part)) texts.shorten(thread[part]);
  texts.shorten(json["undecided"]["listed"]);
  json["texts"] = texts.take();
  json["made_by"] = version;
  return json;
}

}  // namespace

std::string html_report(const Report& report, std::string_view version) {
  const std::string data = script_safe(page_data(report, version));
  std::string html;
  std::string_view rest = kHtmlPage;
  // The page names what goes where; what is put in is not looked at again.
  for (const auto& [mark, text] :
       {std::pair<std::string_view, std::string_view>{"@CSS@", kHtmlStyle},
        {"@DATA@", data},
        {"@JS@", kHtmlScript}}) {
    const size_t at = rest.find(mark);
    CHECK(at != rest.npos, "the page has a place for each of its parts");
    html.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  }
  return html.append(rest);
}

}  // namespace foreweave
