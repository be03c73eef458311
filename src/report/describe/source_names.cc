#include "report/describe/source_names.h"

#include <map>
#include <set>
#include <string>

#include "report/describe/places.h"

namespace foreweave {

namespace {

using Names = std::map<std::string, std::string>;  // by address

// Another, longer name or address.
bool goes_on(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '+';
}

void replace_all(std::string& text, const Names& names) {
  for (const auto& [address, name] : names) {
    for (size_t at = 0; (at = text.find(address, at)) != text.npos;) {
      const size_t end = at + address.size();
      const bool is_longer = (end < text.size() && goes_on(text[end])) ||
                             (at > 0 && (goes_on(text[at - 1]) || text[at - 1] == ':'));
      if (is_longer) {
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

// Of a lock that is taken, or used otherwise.
bool is_lock_text(const std::string& text) {
  return text.starts_with("acquire") || text.find(" the lock ") != text.npos;
}

// "0x1234" for "the lock 0x1234".
std::string name_alone(const std::string& operand) {
  constexpr std::string_view kBefore = "the lock ";
  return operand.starts_with(kBefore) ? operand.substr(kBefore.size()) : operand;
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

// "count in stats" for stats+40: a part of something that has a name is called by both. Elements of
// an array are told apart by where they are.
std::string part_name(const std::string& part, const std::string& name) {
  const std::string whole = part.substr(0, part.find('+'));
  const bool says_nothing = name.empty() || name == whole || name.starts_with(whole + "[");
  return says_nothing ? "" : name + " in " + whole;
}

class Candidates {
 public:
  // An address is "0x1234" or "stats+40".
  void add(const std::string& address, const std::string& name) {
    const bool is_part = !address.starts_with("0x") && address.find('+') != address.npos;
    if (!is_part && !address.starts_with("0x")) return;
    const std::string called = is_part ? part_name(address, name) : name;
    if (!called.empty()) found_[address].insert(called);
  }
  // The first member of a variable lies where the variable does, so that a lock which is one has
  // the variable's name; that it is a member, the source says by p->m, v.m or m_.
  void add_lock(const std::string& address, const std::string& name) {
    if (address.starts_with("0x")) return add(address, name);
    const size_t dot = name.find_last_of(".>");
    const std::string member = name.substr(dot == name.npos ? 0 : dot + 1);
    const std::string whole = address.substr(0, address.find('+'));
    if (member.empty() || member == whole || (dot == name.npos && !name.ends_with('_'))) return;
    found_[address].insert(member + " in " + whole);
  }
  // Those that are sure: one name for the address, and no other address with the same.
  Names names() const {
    std::map<std::string, int> uses;
    for (const auto& [address, found] : found_)
      for (const std::string& name : found) ++uses[name];
    Names names;
    for (const auto& [address, found] : found_)
      if (found.size() == 1 && uses[*found.begin()] == 1) names[address] = *found.begin();
    return names;
  }

 private:
  std::map<std::string, std::set<std::string>> found_;
};

std::string name_at(const SourcePlace& place, SourceLines& sources,
                    std::string (*name)(std::string_view, uint32_t)) {
  const std::string* line = is_of_system(place) ? nullptr : sources.line(place);
  return line ? name(*line, place.column) : "";
}

Names names_of_memory(const ReportedFinding& finding, SourceLines& sources) {
  Candidates candidates;
  for (const ReportedEvent& site : finding.sites)
    if (is_access_text(site.access))
      candidates.add(site.operand, name_at(site.innermost(), sources, name_in_source));
  for (const StoryStep& step : finding.story.steps)
    if (is_access_text(step.text))
      candidates.add(step.operand, name_at(step.place, sources, name_in_source));
  Names names = candidates.names();
  // What a library keeps in one of its objects is called as the object is, for what the finding is
  // about; more of it would be called the same.
  Candidates inside;
  for (const ReportedEvent& site : finding.sites) {
    if (!is_access_text(site.access) || !is_of_system(site.innermost())) continue;
    std::string name = name_at(site.place, sources, receiver_in_source);
    // An atomic is itself what its operators touch.
    if (name.empty() && site.access.starts_with("atomic "))
      name = name_at(site.place, sources, name_in_source);
    inside.add(site.operand, name);
  }
  names.merge(inside.names());
  return names;
}

Names names_of_locks(const ReportedFinding& finding, SourceLines& sources) {
  Candidates candidates;
  for (const auto* events : {&finding.sites, &finding.related})
    for (const ReportedEvent& site : *events) {
      if (is_lock_text(site.access))
        candidates.add_lock(name_alone(site.operand), name_at(own_place(site.place, site.stack),
                                                              sources, lock_name_in_source));
      for (const LockInHand& lock : site.locks)
        candidates.add_lock(
            lock.name, name_at(own_place(lock.taken, lock.stack), sources, lock_name_in_source));
    }
  // What the finding is about keeps its name, also if the story shows another lock of that name.
  Names names = candidates.names();
  for (const StoryStep& step : finding.story.steps)
    if (step.text.starts_with("acquire"))
      candidates.add_lock(step.operand, name_at(step.place, sources, lock_name_in_source));
  names.merge(candidates.names());
  return names;
}

}  // namespace

void name_from_source(ReportedFinding& finding, SourceLines& sources) {
  const Names names = names_of_memory(finding, sources);
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

void name_locks_from_source(ReportedFinding& finding, SourceLines& sources) {
  const Names names = names_of_locks(finding, sources);
  if (names.empty()) return;
  if (is_lock_text(finding.subject)) replace_all(finding.subject, names);
  for (auto* events : {&finding.sites, &finding.related})
    for (ReportedEvent& event : *events) {
      if (is_lock_text(event.access)) {
        replace_all(event.access, names);
        replace_all(event.operand, names);
      }
      for (LockInHand& lock : event.locks) replace_all(lock.name, names);
    }
  for (StoryStep& step : finding.story.steps) {
    if (is_lock_text(step.text) || step.text.starts_with("release")) {
      replace_all(step.text, names);
      replace_all(step.operand, names);
    }
    for (std::string& lock : step.locks) replace_all(lock, names);
  }
}

}  // namespace foreweave
