#include "events/model.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

static_assert([] {
  for (size_t i = 0; i < std::size(kModels); ++i)
    if (kModels[i].model != static_cast<Model>(i)) return false;
  return true;
}());

std::optional<Model> model_from_name(std::string_view text) {
  for (const ModelInfo& row : kModels)
    if (row.name == text) return row.model;
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
