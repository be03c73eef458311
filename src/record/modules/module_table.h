// A module's table as the recorder uses it (capture/abi/module_table.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/abi/event_kinds.h"
#include "capture/abi/module_table.h"

namespace foreweave {

struct TableSite {
  uint32_t file = 0, function = 0;  // index of a string
  uint32_t line = 0, column = 0;
  uint32_t inlined = 0;  // index in ModuleTable::calls plus 1; 0: it is where its function is
};

// Where a number of an item comes from.
struct TableSource {
  FwSource source = FW_SOURCE_logged;
  uint32_t block = 0, item = 0, word = 0;  // of the earlier one
  uint64_t plus = 0;
};

struct TableItem {
  FwItem item = FW_ITEM_start;
  FwStart start = FW_START_entry;
  bool is_idle = false, waits = false;  // the start: as in TableStart
  uint8_t kind = 0, flags = 0;
  uint8_t failure_order = 0;  // of a compare that only reads
  uint8_t call_flags = 0;
  uint32_t callee = 0;  // index of a string plus 1; 0: not known
  uint32_t size = 0;
  uint32_t site = 0;           // index in ModuleTable::sites
  TableSource address, value;  // a range's value is its size
  uint8_t read_bit = 0;        // if it may be as expected

  // A read whose value is only logged if it is not what the image of memory says.
  bool may_be_as_expected() const {
    return item == FW_ITEM_access && (kind == FW_KIND_read || kind == FW_KIND_atomic_read) &&
           (flags & FW_FLAG_HAS_VALUE) && value.source == FW_SOURCE_logged;
  }
};

struct TableBlock {
  std::vector<TableItem> items;
  FwEnd end = FW_END_none;
  uint32_t bit = 0;
  uint32_t site = 0;
  std::vector<uint32_t> successors;
};

struct TableFunction {
  uint32_t name = 0;
  bool logs_frame = false;
  bool always_steps = false;
  uint32_t copy_of = kNoCopy;  // a stepping copy: of that function
  std::vector<TableBlock> blocks;

  static constexpr uint32_t kNoCopy = UINT32_MAX;
};

// A place where a path starts: the item behind it.
struct TableStart {
  uint32_t function = 0, block = 0, item = 0;
  FwStart how = FW_START_entry;
  bool is_idle =
      false;           // a loop that keeps nothing from one round to the next but what is recorded
  bool waits = false;  // or one that ends by nothing but what it reads in the same round
};

struct ModuleTable {
  std::string name;  // of the source file
  std::vector<std::string> strings;
  std::vector<TableFunction> functions;
  std::vector<TableSite> calls;  // of functions that were inlined; later ones by earlier ones
  std::vector<TableSite> sites;
  std::vector<TableStart> starts;
  std::vector<std::string> unknown_synchronisation;  // functions that are called
  struct Pointer {
    uint32_t access = 0, load = 0;  // sites
  };
  std::vector<Pointer> pointers;  // the access is at the value of the load, plus an offset
  struct Flow {
    std::vector<uint32_t> load, store;  // sites of calls that lead there, and of the access
  };
  std::vector<Flow> flows;  // what is stored was computed from what was loaded
  struct Source {
    std::string file;
    std::string hash;  // the bytes of its SHA-256
  };
  std::vector<Source> sources;  // what the compiler saw in them
};

// With the stepping copies of functions, behind the functions themselves.
Result<ModuleTable> read_module_table(std::span<const uint8_t> bytes);

}  // namespace foreweave
