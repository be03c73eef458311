#include "record/modules/module_table.h"

#include "base/bytes/byte_reader.h"
#include "capture/abi/log_format.h"
#include "record/modules/stepping_copies.h"

namespace foreweave {

namespace {

class TableReader {
 public:
  explicit TableReader(std::span<const uint8_t> bytes) : in_(bytes) {}

  Result<ModuleTable> read() && {
    if (in_.varint() != FW_TABLE_VERSION)
      return Error{"a module's table is of another version", ""};
    table_.name = text();
    for (uint32_t n = count(); n > 0; --n) table_.strings.push_back(text());
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n) table_.calls.push_back(place());
    for (uint32_t n = count(); n > 0; --n) read_function();
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n)
      if (const uint32_t name = string(); !broken_)
        table_.unknown_synchronisation.push_back(table_.strings[name]);
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n) {
      const ModuleTable::Pointer pointer{number(), number()};
      broken_ |= pointer.access >= table_.sites.size() || pointer.load >= table_.sites.size();
      table_.pointers.push_back(pointer);
    }
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n) {
      const ModuleTable::Flow flow{way(), way()};
      table_.flows.push_back(flow);
    }
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n) {
      const uint32_t file = string();
      std::string hash = text();
      if (!broken_) table_.sources.push_back({table_.strings[file], std::move(hash)});
    }
    if (in_.failed() || in_.left() != 0 || broken_) return Error{"a module's table is damaged", ""};
    add_stepping_copies(table_);
    return std::move(table_);
  }

 private:
  std::vector<uint32_t> way() {
    std::vector<uint32_t> sites;
    for (uint32_t n = count(); n > 0 && !in_.failed(); --n) sites.push_back(number());
    broken_ |= sites.empty();
    for (const uint32_t site : sites) broken_ |= site >= table_.sites.size();
    return sites;
  }

  void read_function() {
    TableFunction& function = table_.functions.emplace_back();
    function.name = string();
    string();  // file
    number();  // line
    const uint32_t flags = number();
    function.logs_frame = flags & FW_FUNCTION_LOGS_FRAME;
    function.always_steps = flags & FW_FUNCTION_ALWAYS_STEPS;
    const uint32_t blocks = count();
    for (uint32_t b = 0; b < blocks && !in_.failed(); ++b) {
      function.blocks.emplace_back();
      for (uint32_t n = count(), i = 0; i < n && !in_.failed(); ++i) read_item(b, i);
      read_end(function.blocks.back(), blocks);
    }
  }

  void read_item(uint32_t block, uint32_t place) {
    TableItem item;
    item.item = static_cast<FwItem>(number());
    switch (item.item) {
      case FW_ITEM_start: {
        const uint32_t how = number();
        item.start = static_cast<FwStart>(how & ~(FW_START_IDLE | FW_START_WAITS));
        item.is_idle = (how & FW_START_IDLE) != 0;
        item.waits = (how & FW_START_WAITS) != 0;
        const uint32_t function = static_cast<uint32_t>(table_.functions.size() - 1);
        table_.starts.push_back({function, block, place + 1, item.start, item.is_idle, item.waits});
        break;
      }
      case FW_ITEM_access:
        item.kind = byte(FW_KIND_COUNT);
        item.flags = byte(FW_FLAG_ALL + 1);
        item.size = number();
        item.address = source();
        if (item.flags & FW_FLAG_HAS_VALUE) item.value = source();
        if (item.may_be_as_expected()) item.read_bit = byte(FW_READ_BITS);
        break;
      case FW_ITEM_range:
        item.kind = byte(FW_KIND_COUNT);
        item.flags = byte(FW_FLAG_ALL + 1);
        item.value = source();
        item.address = source();
        break;
      case FW_ITEM_compare:
        item.flags = byte(FW_FLAG_ALL + 1);
        item.failure_order = byte(FW_FLAG_ORDER_MASK + 1);
        item.size = number();
        item.address = source();
        break;
      case FW_ITEM_fence:
        item.flags = byte(FW_FLAG_ALL + 1);
        break;
      case FW_ITEM_call:
        item.call_flags = byte(FW_CALL_ALL + 1);
        item.callee = number();
        broken_ |= item.callee > table_.strings.size();
        break;
      default:
        broken_ = true;
    }
    if (item.item != FW_ITEM_start) item.site = site();
    table_.functions.back().blocks.back().items.push_back(item);
  }

  void read_end(TableBlock& block, uint32_t blocks) {
    block.end = static_cast<FwEnd>(number());
    uint32_t successors = 0;
    switch (block.end) {
      case FW_END_goto:
        successors = 1;
        break;
      case FW_END_branch:
        block.bit = number();
        broken_ |= block.bit >= FW_BRANCH_BITS;
        block.site = site();
        successors = 2;
        break;
      case FW_END_choice:
        block.site = site();
        successors = count();
        break;
      case FW_END_invoke:
        successors = 2;
        break;
      case FW_END_return:
      case FW_END_none:
      case FW_END_unwind:
        break;
      default:
        broken_ = true;
    }
    for (; successors > 0 && !in_.failed(); --successors) {
      block.successors.push_back(number());
      broken_ |= block.successors.back() >= blocks;
    }
  }

  TableSource source() {
    TableSource s;
    s.source = static_cast<FwSource>(byte(FW_SOURCE_earlier + 1));
    if (s.source == FW_SOURCE_earlier) {
      s.block = number();
      s.item = number();
      s.word = number();
    }
    if (s.source != FW_SOURCE_logged) s.plus = in_.varint();
    return s;
  }

  TableSite place() {
    TableSite s;
    s.file = string();
    s.function = string();
    s.line = number();
    s.column = number();
    s.inlined = number();
    broken_ |= s.inlined > table_.calls.size();
    return s;
  }
  uint32_t site() {
    table_.sites.push_back(place());
    return static_cast<uint32_t>(table_.sites.size() - 1);
  }

  uint32_t number() {
    const uint64_t n = in_.varint();
    broken_ |= n > UINT32_MAX;
    return static_cast<uint32_t>(n);
  }
  uint8_t byte(uint32_t below) {
    const uint32_t n = number();
    broken_ |= n >= below;
    return static_cast<uint8_t>(n);
  }
  // Everything takes at least a byte, so that a damaged count is noticed before memory is taken.
  uint32_t count() {
    const uint32_t n = number();
    if (n <= in_.left()) return n;
    broken_ = true;
    return 0;
  }
  uint32_t string() {
    const uint32_t n = number();
    broken_ |= n >= table_.strings.size();
    return n;
  }
  std::string text() {
    const uint32_t length = count();
    return std::string(in_.text(length));
  }

  ByteReader in_;
  ModuleTable table_;
  bool broken_ = false;
};

}  // namespace

Result<ModuleTable> read_module_table(std::span<const uint8_t> bytes) {
  return TableReader(bytes).read();
}

}  // namespace foreweave
