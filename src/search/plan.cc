#include "search/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    items.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

template <class T>
bool contains(const std::vector<T>& items, const T& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

// "a", "a and b", "a, b and c".
std::string enumerate(const std::vector<std::string>& items, std::string_view last = "and") {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? fmt::format(" {} ", last) : ", ";
    text += items[i];
  }
  return text;
}

std::vector<std::string> names(const std::vector<BugKind>& kinds) {
  std::vector<std::string> names;
  for (const BugKind kind : kinds) names.emplace_back(name(kind));
  return names;
}

class Planner {
 public:
  Planner(const PlanRequest& request, const Registry& registry)
      : request_(request), registry_(registry) {}

  Result<Plan> plan() {
    if (const Status engines = choose_engines(); !engines) return engines.error();
    if (const Status kinds = choose_kinds(); !kinds) return kinds.error();
    std::erase_if(plan_.engines, [&](PlannedEngine& engine) {
      std::erase_if(engine.kinds, [&](BugKind kind) { return !contains(plan_.kinds, kind); });
      return engine.kinds.empty();
    });
    return std::move(plan_);
  }

 private:
  Status choose_engines() {
    for (const std::string& name : split(request_.engines)) {
      if (name == "all") {
        for (const Engine* engine : registry_.scanners) add(*engine);
        for (const DecidingEngine& engine : registry_.deciders) add(engine);
      } else if (name == "auto") {
        add_the_default();
      } else if (!add(name)) {
        return Error{
            fmt::format("there is no engine \"{}\"; there are {}", name, enumerate(engine_names())),
            ""};
      }
    }
    return Done{};
  }

  // A fast scan finds most races; the rest is decided one by one. Last what is a race only by the
  // memory orders of atomic accesses.
  void add_the_default() {
    add("syncp");
    if (!registry_.deciders.empty()) add(registry_.deciders.back());
    add("c11");
  }

  bool add(std::string_view name) {
    for (const Engine* engine : registry_.scanners)
      if (engine->info().name == name) return add(*engine), true;
    for (const DecidingEngine& engine : registry_.deciders)
      if (engine.info.name == name) return add(engine), true;
    return false;
  }
  void add(const Engine& engine) {
    if (!is_planned(engine.info().name))
      plan_.engines.push_back(
          {.scanner = &engine, .kinds = {BugKind::race}, .model = engine.info().model});
  }
  void add(const DecidingEngine& engine) {
    if (!is_planned(engine.info.name))
      plan_.engines.push_back(
          {.decider = &engine, .kinds = decidable_kinds(), .model = engine.info.model});
  }
  bool is_planned(std::string_view name) const {  // "wcp,all" runs wcp once, and first
    return std::any_of(plan_.engines.begin(), plan_.engines.end(),
                       [&](const PlannedEngine& e) { return e.info().name == name; });
  }
  std::vector<std::string> engine_names() const {
    std::vector<std::string> names;
    for (const Engine* engine : registry_.scanners) names.emplace_back(engine->info().name);
    for (const DecidingEngine& engine : registry_.deciders) names.emplace_back(engine.info.name);
    names.insert(names.end(), {"auto", "all"});
    return names;
  }
  std::vector<BugKind> decidable_kinds() const {
    std::vector<BugKind> kinds;
    for (const Pattern& pattern : registry_.patterns) kinds.push_back(pattern.kind);
    return kinds;
  }

  Status choose_kinds() {
    std::vector<BugKind> known;  // by the engines that were chosen
    for (const PlannedEngine& engine : plan_.engines)
      known.insert(known.end(), engine.kinds.begin(), engine.kinds.end());
    if (!request_.bugs) {
      plan_.kinds = known;
      if (!request_.has_order) std::erase(plan_.kinds, BugKind::order);
    } else if (const Status asked = read_kinds(*request_.bugs); !asked) {
      return asked;
    }
    std::sort(plan_.kinds.begin(), plan_.kinds.end());
    plan_.kinds.erase(std::unique(plan_.kinds.begin(), plan_.kinds.end()), plan_.kinds.end());
    if (request_.has_order && !contains(plan_.kinds, BugKind::order)) {
      if (request_.bugs) return Error{"--order is given, but --bugs leaves order out", ""};
      return not_predicted(BugKind::order, known);
    }
    for (const BugKind kind : plan_.kinds)
      if (!contains(known, kind)) return not_predicted(kind, known);
    if (plan_.kinds.empty())
      return Error{fmt::format("--engine {} predicts nothing in this build", request_.engines), ""};
    if (!request_.has_order && contains(plan_.kinds, BugKind::order))
      return Error{"--bugs order needs --order FILE, which says what must not happen", ""};
    return Done{};
  }

  Status read_kinds(const std::string& list) {
    for (const std::string& word : split(list)) {
      const auto kind = bug_kind_from_name(word);
      if (!kind || *kind > BugKind::order)
        return Error{fmt::format("there is no kind of bug called \"{}\"; there are race, deadlock, "
                                 "atomicity, uaf, null and order",
                                 word),
                     ""};
      plan_.kinds.push_back(*kind);
      // Both are memory used after its end.
      if (*kind == BugKind::use_after_free && contains(decidable_kinds(), BugKind::double_free))
        plan_.kinds.push_back(BugKind::double_free);
    }
    return Done{};
  }

  Error not_predicted(BugKind kind, std::vector<BugKind> known) const {
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::vector<std::string> others;
    if (contains(decidable_kinds(), kind))
      for (const DecidingEngine& engine : registry_.deciders) others.emplace_back(engine.info.name);
    return {
        fmt::format("--engine {} predicts only {}; {}", request_.engines, enumerate(names(known)),
                    others.empty()
                        ? fmt::format("no engine of this build predicts {}", name(kind))
                        : fmt::format("for {} choose {}", name(kind), enumerate(others, "or"))),
        ""};
  }

  const PlanRequest& request_;
  const Registry& registry_;
  Plan plan_;
};

}  // namespace

bool Plan::decides_races() const {
  return std::any_of(engines.begin(), engines.end(), [](const PlannedEngine& engine) {
    return engine.decider && contains(engine.kinds, BugKind::race);
  });
}

Result<Plan> make_plan(const PlanRequest& request, const Registry& registry) {
  return Planner(request, registry).plan();
}

void fit_to_trace(Plan& plan, const TraceFacts& facts, const Registry& registry) {
  if (plan.engines.size() > 1)
    std::erase_if(plan.engines, [&](const PlannedEngine& engine) {
      return engine.scanner && !engine.scanner->applies_to(facts.trace());
    });
  for (PlannedEngine& engine : plan.engines) {
    const Model model = facts.fitting(engine.model);
    if (!engine.decider || model == engine.model) continue;
    std::string_view stand_in = name(model);
    for (const DecidingEngine& other : registry.deciders)
      if (other.info.model == model) stand_in = other.info.name;
    PlannedEngine* runs = &engine;
    for (PlannedEngine& other : plan.engines)
      if (other.decider && other.model == model) runs = &other;
    runs->note += fmt::format("{}{} ran as {}: {}", runs->note.empty() ? "" : "; ",
                              engine.info().name, stand_in, *facts.why_not(engine.model));
    if (runs == &engine)
      engine.model = model;
    else
      engine.kinds.clear();
  }
  std::erase_if(plan.engines, [](const PlannedEngine& engine) { return engine.kinds.empty(); });
}

}  // namespace foreweave
