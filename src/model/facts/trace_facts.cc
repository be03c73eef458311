#include "model/facts/trace_facts.h"

#include "base/check.h"

namespace foreweave {

std::optional<std::string_view> TraceFacts::why_not(Model model) const {
  switch (info_of(model).needs) {
    case Needs::nothing:
      return std::nullopt;
    case Needs::decisions:
      if (trace_.has_decisions()) return std::nullopt;
      return "the trace has no branches";
    case Needs::dependences:
      if (dependences_) return std::nullopt;
      return "nobody has found out what the decisions of the trace depend on";
  }
  return std::nullopt;
}

Model TraceFacts::fitting(Model model) const {
  while (why_not(model)) model = info_of(model).stand_in;
  return model;
}

ModelFacts TraceFacts::under(Model model) const {
  CHECK(!why_not(model), "the trace has what the model needs");
  return {model, dependences_ ? &*dependences_ : nullptr};
}

const SyncPreserving& TraceFacts::ideals() const {
  std::call_once(ideals_are_made_, [this] { ideals_ = std::make_unique<SyncPreserving>(trace_); });
  return *ideals_;
}

}  // namespace foreweave
