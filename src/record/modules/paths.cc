#include "record/modules/paths.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "capture/abi/decision_rows.h"
#include "record/code/known_functions.h"
#include "record/modules/is_step.h"
#include "record/modules/table_loops.h"

namespace foreweave {

namespace {

// Builds a path's events as its items come.
class PathEvents {
 public:
  explicit PathEvents(Path& path) : path_(path) {}

  // What comes next is of this item.
  void start_item(uint32_t block, uint32_t item) {
    first_word_[{block, item}] = path_.operand_words;
  }
  // An item refers to one that is not on the path.
  bool failed() const { return failed_; }

  // The next operand word.
  PhraseNumber operand() {
    path_.layout.add();
    ++path_.fixed_words;
    return {static_cast<uint8_t>(++path_.operand_words), 0};
  }
  PhraseNumber operand_of_read(uint8_t bit) {
    path_.layout.add_optional(bit);
    path_.read_bits |= uint32_t{1} << bit;
    path_.reads_one_word &= ++path_.words_of_read[bit] == 1;
    return {static_cast<uint8_t>(++path_.operand_words), 0};
  }

  void add(uint8_t kind, uint8_t flags, uint32_t site, PhraseNumber size, PhraseNumber operand,
           PhraseNumber value, bool continues = false) {
    path_.events.push_back({static_cast<Kind>(kind), flags, site, size, operand, value, continues});
  }
  void add(uint8_t kind, uint8_t flags, uint32_t site) { add(kind, flags, site, {}, {}, {}); }

  // Values have eight bytes, so that wider accesses are several.
  void access(uint8_t kind, const TableItem& item, uint32_t site) {
    const PhraseNumber address = number(item.address, 0);
    if (!(item.flags & FW_FLAG_HAS_VALUE))
      return add(kind, item.flags, site, {0, item.size}, address, {});
    for (uint32_t at = 0; at < item.size; at += 8) {
      const PhraseNumber value =
          item.may_be_as_expected() ? operand_of_read(item.read_bit) : number(item.value, at / 8);
      add(kind, item.flags, site, {0, std::min(8u, item.size - at)},
          {address.blank, address.plus + at}, value, at > 0);
    }
  }

  void range(const TableItem& item, uint32_t site) {
    const PhraseNumber size = number(item.value, 0), address = number(item.address, 0);
    path_.ranges.push_back(count());
    add(item.kind, item.flags, site, size, address, {});
  }

  void compare(const TableItem& item, uint32_t site) {
    const uint32_t first = count();
    TableItem read = item;
    read.flags = static_cast<uint8_t>((item.flags & ~FW_FLAG_ORDER_MASK) | item.failure_order);
    access(FW_KIND_atomic_read, read, site);
    operand();
    for (uint32_t event = first; event < count(); ++event)
      path_.compares.push_back({path_.operand_words - 1, event, item.flags});
  }

  void branch(bool outcome, uint32_t site) {
    if (!FW_DECISION(branch)) return;
    add(FW_KIND_branch, FW_FLAG_HAS_VALUE, site, {}, {}, {0, outcome});
  }

  void indirect_call(uint32_t site) {
    const PhraseNumber target = operand();
    if (FW_DECISION(indirect_call))
      add(FW_KIND_indirect_call, FW_FLAG_HAS_VALUE, site, {}, {}, target);
  }

 private:
  uint32_t count() const { return static_cast<uint32_t>(path_.events.size()); }

  PhraseNumber number(const TableSource& from, uint32_t word) {
    if (from.source == FW_SOURCE_logged) return operand();
    if (from.source == FW_SOURCE_constant) return {0, from.plus};
    const auto earlier = first_word_.find({from.block, from.item});
    failed_ |= earlier == first_word_.end();
    if (failed_) return {};
    const uint32_t at = earlier->second + from.word + word;
    failed_ |= at >= path_.operand_words;
    return {static_cast<uint8_t>(at + 1), from.plus};
  }

  Path& path_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> first_word_;  // of items on the path
  bool failed_ = false;
};

// The pass makes no such path, and a phrase could not hold it.
bool is_too_long(const Path& path) {
  return path.operand_words > FW_MAX_PATH_OPERANDS ||
         path.events.size() > FW_MAX_PATH_ITEMS + FW_BRANCH_BITS ||
         path.compares.size() > FW_MAX_PATH_SWITCHES || path.ranges.size() > FW_MAX_PATH_SWITCHES;
}

}  // namespace

bool Paths::add_module(ModuleTable table, uint32_t first_start, uint32_t first_site) {
  const uint32_t expected = modules_.empty()
                                ? FW_FIRST_START
                                : modules_.back().first_start +
                                      static_cast<uint32_t>(modules_.back().table.starts.size());
  if (first_start != expected) return false;
  const Module& module = modules_.emplace_back(Module{std::move(table), first_start, first_site,
                                                      static_cast<uint32_t>(functions_.size()),
                                                      static_cast<uint32_t>(callees_.size())});
  for (const TableFunction& function : module.table.functions)
    functions_.push_back(module.table.strings[function.name]);
  callees_.insert(callees_.end(), module.table.strings.begin(), module.table.strings.end());
  return true;
}

Paths::Found Paths::look_up(uint64_t header) {
  constexpr unsigned kReadsAt = FW_START_BITS + FW_BRANCH_BITS;
  Path* const path = path_of(header & ((uint64_t{1} << kReadsAt) - 1));
  const auto reads = static_cast<uint32_t>(header >> kReadsAt);
  Found found;
  found.header = header;
  if (!path || (reads & ~path->read_bits)) return found;
  found.path = path;
  found.operands = static_cast<uint16_t>(path->words(reads));
  found.steps =
      static_cast<uint16_t>(std::count_if(path->events.begin(), path->events.end(),
                                          [](const PhraseEvent& e) { return is_step(e.kind); }));
  found.has_ranges = !path->ranges.empty();
  found.is_turn =
      path->end == PathEnd::call || path->end == PathEnd::returned || path->end == PathEnd::unwound;
  return found;
}

Paths::Place Paths::place_of(uint32_t site) const {
  const auto after = std::upper_bound(modules_.begin(), modules_.end(), site,
                                      [](uint32_t s, const Module& m) { return s < m.first_site; });
  CHECK(after != modules_.begin(), "a site of no module");
  const ModuleTable& table = after[-1].table;
  const TableSite& found = table.sites[site - after[-1].first_site];
  return {table.strings[found.file], table.strings[found.function], found.line, found.column};
}

// By the header without what it says of reads.
Path* Paths::path_of(uint64_t header) {
  const auto known = paths_.find(header);
  if (known != paths_.end()) return known->second.get();
  const uint32_t start = header % FW_MAX_STARTS;
  const auto after =
      std::upper_bound(modules_.begin(), modules_.end(), start,
                       [](uint32_t s, const Module& m) { return s < m.first_start; });
  std::unique_ptr<Path> path;
  if (after != modules_.begin())
    if (const Module& module = after[-1]; start - module.first_start < module.table.starts.size())
      path =
          walk(module, start - module.first_start, static_cast<uint32_t>(header >> FW_START_BITS));
  return paths_.emplace(header, std::move(path)).first->second.get();
}

// From the start along the outcomes to the path's end. Null if it does not end, which a program's
// log cannot say.
std::unique_ptr<Path> Paths::walk(const Module& module, uint32_t start, uint32_t outcomes) const {
  const TableStart& from = module.table.starts[start];
  const TableFunction& function = module.table.functions[from.function];
  auto path = std::make_unique<Path>();
  path->start = from.how;
  path->is_idle = from.is_idle;
  path->waits = from.waits;
  path->function = module.first_function + from.function;
  path->start_block = from.block;
  if (from.is_idle || from.waits) path->loop = blocks_of_loop(function, from.block);
  path->logs_frame = from.how == FW_START_landing_pad || from.how == FW_START_again ||
                     (from.how == FW_START_entry && function.logs_frame);
  PathEvents events(*path);
  if (path->logs_frame) events.operand();

  uint32_t block = from.block, place = from.item;
  for (size_t visited = 0; visited <= function.blocks.size(); ++visited) {
    const TableBlock& here = function.blocks[block];
    for (; place < here.items.size(); ++place) {
      const TableItem& item = here.items[place];
      const uint32_t site = module.first_site + item.site;
      events.start_item(block, place);
      if (events.failed() || is_too_long(*path)) return nullptr;
      switch (item.item) {
        case FW_ITEM_start:
          return path;
        case FW_ITEM_access:
          events.access(item.kind, item, site);
          break;
        case FW_ITEM_range:
          events.range(item, site);
          break;
        case FW_ITEM_compare:
          events.compare(item, site);
          break;
        case FW_ITEM_fence:
          events.add(FW_KIND_fence, item.flags, site);
          break;
        case FW_ITEM_call:
          path->end = PathEnd::call;
          path->call_flags = item.call_flags;
          path->callee = item.callee == 0 ? 0 : module.first_callee + item.callee;
          path->calls_known =
              item.callee != 0 && is_known_function(module.table.strings[item.callee - 1]);
          path->end_site = site;
          if (item.call_flags & FW_CALL_INDIRECT) events.indirect_call(site);
          if (item.call_flags & FW_CALL_TAIL) events.add(FW_KIND_return_, 0, kUnseenSite);
          return path;
      }
    }
    path->end_site = module.first_site + here.site;
    switch (here.end) {
      case FW_END_goto:
        block = here.successors[0];
        break;
      case FW_END_branch: {
        const bool first = outcomes >> here.bit & 1;
        events.branch(first, path->end_site);
        block = here.successors[first ? 0 : 1];
        break;
      }
      case FW_END_choice:
        path->end = PathEnd::choice;
        path->choices = here.successors;
        return path;
      case FW_END_return:
        path->end = PathEnd::returned;
        events.add(FW_KIND_return_, 0, kUnseenSite);
        return path;
      case FW_END_unwind:
        path->end = PathEnd::unwound;
        events.add(FW_KIND_return_, 0, kUnseenSite);
        return path;
      case FW_END_none:
      case FW_END_invoke:
        path->end = PathEnd::nowhere;
        return path;
    }
    place = 0;
  }
  return nullptr;
}

}  // namespace foreweave
