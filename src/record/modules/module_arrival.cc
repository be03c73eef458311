#include "record/modules/module_arrival.h"

#include <algorithm>

namespace foreweave {

bool ModuleArrival::begin(std::span<const uint64_t> o) {
  if (o.size() != 3 || expected_ != 0) return false;
  first_start_ = static_cast<uint32_t>(o[0]);
  table_bytes_ = o[1];
  expected_ = o[1] + o[2];
  bytes_.clear();
  return true;
}

// Table and bitcode each start with a record of their own, so that padding lies at their ends.
bool ModuleArrival::add_bytes(std::span<const uint64_t> o) {
  const bool in_table = bytes_.size() < table_bytes_;
  const uint64_t end = in_table ? table_bytes_ : expected_;
  if (bytes_.size() >= end) return false;
  const uint64_t count = std::min<uint64_t>(end - bytes_.size(), o.size() * 8);
  bytes_.append(reinterpret_cast<const char*>(o.data()), count);
  return true;
}

Result<ModuleTable> ModuleArrival::take_table() {
  expected_ = 0;
  return read_module_table({reinterpret_cast<const uint8_t*>(bytes_.data()), table_bytes_});
}

}  // namespace foreweave
