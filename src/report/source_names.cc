#include "report/source_names.h"

#include <map>
#include <set>
#include <string>

#include "report/places.h"

namespace foreweave {

namespace {

using Names = std::map<std::string, std::string>;  // by address

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

void replace_all(std::string& text, const Names& names) {
  for (const auto& [address, name] : names) {
    for (size_t at = 0; (at = text.find(address, at)) != text.npos;) {
      const size_t end = at + address.size();
      if (end < text.size() && is_hex_digit(text[end])) {  // another, longer address
        at = end;
        continue;
      }
      text.replace(at, address.size(), name);
      at += name.size();
    }
  }
}

// "write of x", "atomic read x".
bool is_access_text(const std::string& text) {
  for (const char* kind : {"read ", "write ", "atomic "})
    if (text.starts_with(kind)) return true;
  return false;
}

// A freed object lies where its first member does, and is not called by its name.
bool is_about_object(const ReportedFinding& finding) {
  return finding.kind == BugKind::use_after_free || finding.kind == BugKind::double_free;
}

void replace_all(ReportedEvent& event, const Names& names) {
  if (!is_access_text(event.access)) return;
  replace_all(event.access, names);
  replace_all(event.operand, names);
}

Names names_in(const ReportedFinding& finding, SourceLines& sources) {
  std::map<std::string, std::set<std::string>> candidates;
  for (const ReportedEvent& site : finding.sites) {
    if (!is_access_text(site.access) || !site.operand.starts_with("0x") || is_of_system(site.place))
      continue;
    const std::string* line = sources.line(site.place);
    const std::string name = line ? name_in_source(*line, site.place.column) : "";
    if (!name.empty()) candidates[site.operand].insert(name);
  }
  Names names;
  std::set<std::string> taken;
  for (const auto& [address, found] : candidates) {
    if (found.size() != 1) continue;
    if (!taken.insert(*found.begin()).second) return {};
    names[address] = *found.begin();
  }
  return names;
}

}  // namespace

void name_from_source(ReportedFinding& finding, SourceLines& sources) {
  const Names names = names_in(finding, sources);
  if (names.empty()) return;
  if (!is_about_object(finding)) {
    replace_all(finding.subject, names);
    replace_all(finding.what, names);
  }
  for (auto* events : {&finding.sites, &finding.related})
    for (ReportedEvent& event : *events) replace_all(event, names);
  for (ReportedObject& object : finding.objects) {
    if (is_about_object(finding)) break;
    const std::string before = object.name;
    replace_all(object.name, names);
    if (object.name != before) object.address = before;
  }
  for (StoryStep& step : finding.story.steps) {
    if (!is_access_text(step.text)) continue;
    replace_all(step.text, names);
    replace_all(step.operand, names);
  }
}

}  // namespace foreweave
