#include "events/model.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

namespace {
constexpr std::string_view kNames[] = {"sync", "same-write", "branch", "dependence"};
}

std::string_view name(Model model) { return kNames[static_cast<size_t>(model)]; }

std::optional<Model> model_from_name(std::string_view text) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == text) return static_cast<Model>(i);
  return std::nullopt;
}

void Dependences::add(EventId d, std::span<const EventId> reads) {
  CHECK(heads_.empty() || heads_.back() < d, "dependences must be added in order");
  if (begins_.empty()) begins_.push_back(0);
  heads_.push_back(d);
  reads_.insert(reads_.end(), reads.begin(), reads.end());
  begins_.push_back(static_cast<uint32_t>(reads_.size()));
}

std::span<const EventId> Dependences::reads_behind(EventId d) const {
  const auto it = std::lower_bound(heads_.begin(), heads_.end(), d);
  if (it == heads_.end() || *it != d) return {};
  const size_t i = static_cast<size_t>(it - heads_.begin());
  return {reads_.data() + begins_[i], reads_.data() + begins_[i + 1]};
}

}  // namespace foreweave
