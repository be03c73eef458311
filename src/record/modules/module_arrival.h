// A module's table and bitcode, put together from the records in which the program sends them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/modules/module_table.h"

namespace foreweave {

class ModuleArrival {
 public:
  // Both false if it makes no sense.
  bool begin(std::span<const uint64_t> operands);      // of an FW_RECORD_module
  bool add_bytes(std::span<const uint64_t> operands);  // of an FW_RECORD_module_bytes

  // Nothing is missing any more. Then it can be taken, once.
  bool is_complete() const { return expected_ > 0 && bytes_.size() == expected_; }
  Result<ModuleTable> take_table();
  uint32_t first_start() const { return first_start_; }
  // Valid until the next one begins.
  std::string_view bitcode() const { return std::string_view(bytes_).substr(table_bytes_); }

 private:
  uint32_t first_start_ = 0;
  uint64_t table_bytes_ = 0;
  uint64_t expected_ = 0;  // bytes in all; 0: no module is arriving
  std::string bytes_;
};

}  // namespace foreweave
