#include "bench/traces/program_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "bench/traces/function_drafter.h"

namespace foreweave {

namespace {

constexpr uint32_t kNoGate = UINT32_MAX;

// Pairs of accounts, by what keeps them from a deadlock.
constexpr uint32_t kUnguardedPairs = 3, kGuardedPairs = 3, kSeparatedPairs = 2;
constexpr uint32_t kPairs = kUnguardedPairs + kGuardedPairs + kSeparatedPairs;
static_assert(2 * kPairs == Program::kAccounts);
// Functions name the locks of accounts, and after these the guards of pairs.
constexpr uint32_t guard_of(uint32_t pair) { return Program::kAccounts + pair; }
// Gates have the numbers of handles, and after these come the pairs'.
constexpr uint32_t gate_of(uint32_t pair) { return Program::kHandles + pair; }

// The first handles are those about which some function is wrong.
constexpr uint32_t kUsedAfterUnlock = 0, kFreedBeforeLock = 1, kTestedTooEarly = 2;
constexpr uint32_t kFaultyHandles = 3;

class SectionDrafter : FunctionDrafter {
 public:
  SectionDrafter(Program& program, const GeneratorOptions& options)
      : FunctionDrafter(program, options, ~options.seed * 3) {}

  void draft() {
    program_.has_sections = true;
    for (uint32_t pair = 0; pair < kPairs; ++pair) draft_pair(pair);
    for (int n = 0; n < 8; ++n) program_.careful.push_back(draft_check());
    for (uint32_t account = 0; account < 2 * kUnguardedPairs; account += 2)
      program_.faulty.push_back(draft_late_act(account));
    draft_handles(kFaultyHandles, Program::kHandles - kFaultyHandles, kNoGate);
    for (uint32_t handle = 0; handle < kFaultyHandles; ++handle) draft_handles(handle, 1, handle);
    program_.faulty.push_back(draft_use_after_unlock());
    program_.faulty.push_back(draft_free_before_lock());
    program_.faulty.push_back(draft_test_too_early());
  }

 private:
  // --- accounts -----------------------------------------------------------------------------
  void draft_pair(uint32_t pair) {
    const uint32_t first = 2 * pair, second = first + 1;
    if (pair < kUnguardedPairs) {
      const uint32_t gate = gate_of(pair);
      program_.faulty.push_back(draft_transfer(first, second, gate, false));
      program_.faulty.push_back(draft_transfer(second, first, gate, false));
    } else if (pair < kUnguardedPairs + kGuardedPairs) {
      program_.careful.push_back(draft_transfer(first, second, kNoGate, true));
      program_.careful.push_back(draft_transfer(second, first, kNoGate, true));
    } else {
      program_.careful.push_back(draft_transfer(first, second, kNoGate, false));
      if (pair % 2 == 0)
        insert_into_main(program_.main_start, Op::fork, second, first);
      else
        insert_into_main(program_.main_finish, Op::end, second, first);
    }
  }

  Function draft_transfer(uint32_t from, uint32_t to, uint32_t gate, bool guarded) {
    begin_function(fmt::format("transfer_{}_to_{}", from, to));
    enter(gate);
    if (guarded) add(Op::acquire_lock, guard_of(from / 2));
    add_transfer(from, to);
    if (guarded) add(Op::release_lock, guard_of(from / 2));
    leave(gate);
    return finish();
  }
  // Nothing that is read before both locks are held says that another transfer came first.
  void add_transfer(uint32_t from, uint32_t to) {
    add(Op::acquire_lock, from);
    add(Op::acquire_lock, to);
    add_access(Place::account, Kind::read, 8, from * Program::kSlot);
    add(Op::branch);
    add_access(Place::account, Kind::write, 8, from * Program::kSlot);
    add_access(Place::account, Kind::write, 8, to * Program::kSlot);
    add(Op::release_lock, to);
    add(Op::release_lock, from);
  }
  // Before the first `op`; at the end if there is none. No jump of main's leads beyond it.
  void insert_into_main(Function& main, Op op, uint32_t from, uint32_t to) {
    begin_function(fmt::format("settle_{}_and_{}", from, to));
    add_transfer(from, to);
    auto at = std::find_if(main.code.begin(), main.code.end(),
                           [&](const Instruction& i) { return i.op == op; });
    if (at == main.code.end()) --at;
    main.code.insert(at, function_.code.begin(), function_.code.end());
  }

  // --- check, then act ----------------------------------------------------------------------
  Function draft_check() {
    begin_function(fmt::format("check_then_act_{}", program_.careful.size()));
    choose_domain(1);
    const uint32_t field = random_.below(static_cast<uint32_t>(program_.field_sizes.size()));
    const auto add_field_access = [&](Kind kind) {
      add_access(Place::record, kind, program_.field_sizes[field], field * Program::kSlot).flags |=
          record_flags();
    };
    add(Op::acquire).flags = record_flags();
    add_field_access(Kind::read);
    add(Op::branch);
    add_field_access(Kind::write);
    add(Op::release).flags = record_flags();
    return finish();
  }
  Function draft_late_act(uint32_t account) {
    begin_function(fmt::format("check_and_later_act_{}", account));
    const uint32_t gate = gate_of(account / 2);
    enter(gate);
    add(Op::acquire_lock, account);
    add_access(Place::account, Kind::read, 8, account * Program::kSlot);
    add(Op::branch);
    add(Op::release_lock, account);
    add_access(Place::frame, Kind::write, 8, 0);
    add(Op::acquire_lock, account);
    add_access(Place::account, Kind::write, 8, account * Program::kSlot);
    add(Op::release_lock, account);
    leave(gate);
    return finish();
  }

  // --- nodes --------------------------------------------------------------------------------
  void begin_handle_function(std::string_view what, uint32_t first, uint32_t count, uint32_t gate) {
    begin_function(fmt::format("{}_{}", what, program_.careful.size() + program_.faulty.size()));
    function_.first_handle = first;
    function_.handles = count;
    enter(gate);
  }
  Function finish_handle_function(uint32_t gate) {
    leave(gate);
    return finish();
  }

  // Everything that is right.
  void draft_handles(uint32_t first, uint32_t count, uint32_t gate) {
    program_.careful.push_back(draft_publish(first, count, gate));
    for (int n = 0; n < 3; ++n) program_.careful.push_back(draft_use(first, count, gate));
    program_.careful.push_back(draft_drop(first, count, gate));
  }
  Function draft_publish(uint32_t first, uint32_t count, uint32_t gate) {
    begin_handle_function("publish_node", first, count, gate);
    add(Op::acquire_handle);
    load_handle();
    const uint32_t skip = add_skip(Op::skip_if_set);
    add(Op::allocate_node);
    for (uint32_t field = 0; field < kFields; ++field) use_node(Kind::write, field, 0);
    add_access(Place::handle, Kind::write, 8, 0).fill = Fill::node;
    land(skip);
    add(Op::release_handle);
    return finish_handle_function(gate);
  }
  Function draft_use(uint32_t first, uint32_t count, uint32_t gate) {
    begin_handle_function("use_node", first, count, gate);
    add(Op::acquire_handle);
    load_handle();
    const uint32_t skip = add_skip(Op::skip_if_null);
    for (uint32_t n = random_.between(1, 3); n > 0; --n) use_loaded_node();
    land(skip);
    add(Op::release_handle);
    return finish_handle_function(gate);
  }
  Function draft_drop(uint32_t first, uint32_t count, uint32_t gate) {
    begin_handle_function("drop_node", first, count, gate);
    add(Op::acquire_handle);
    load_handle();
    const uint32_t skip = add_skip(Op::skip_if_null);
    add_access(Place::handle, Kind::write, 8, 0).fill = Fill::null;
    add(Op::free_node).flags = FW_FLAG_DECIDES;
    land(skip);
    add(Op::release_handle);
    return finish_handle_function(gate);
  }

  Function draft_use_after_unlock() {
    begin_handle_function("use_node_unlocked", kUsedAfterUnlock, 1, kUsedAfterUnlock);
    add(Op::acquire_handle);
    const uint32_t load = load_handle();
    add(Op::release_handle);
    const uint32_t skip = add_skip(Op::skip_if_null);
    use_node(Kind::read, 0, load);
    land(skip);
    return finish_handle_function(kUsedAfterUnlock);
  }
  Function draft_free_before_lock() {
    begin_handle_function("free_node_unlocked", kFreedBeforeLock, 1, kFreedBeforeLock);
    load_handle();
    const uint32_t skip = add_skip(Op::skip_if_null);
    add(Op::free_node).flags = FW_FLAG_DECIDES;
    add(Op::acquire_handle);
    add_access(Place::handle, Kind::write, 8, 0).fill = Fill::null;
    add(Op::release_handle);
    land(skip);
    return finish_handle_function(kFreedBeforeLock);
  }
  Function draft_test_too_early() {
    begin_handle_function("test_then_use_node", kTestedTooEarly, 1, kTestedTooEarly);
    add(Op::acquire_handle);
    load_handle();
    add(Op::release_handle);
    const uint32_t skip = add_skip(Op::skip_if_null);
    add(Op::acquire_handle);
    use_loaded_node();
    add(Op::release_handle);
    land(skip);
    return finish_handle_function(kTestedTooEarly);
  }

  // The site of the load.
  uint32_t load_handle() { return add_access(Place::handle, Kind::read, 8, 0).site; }
  void use_loaded_node() {
    const uint32_t load = load_handle();
    use_node(some_kind(30), random_.below(kFields), load);
  }
  void use_node(Kind kind, uint32_t field, uint32_t load) {
    Instruction& use = add_access(Place::node, kind, 8, field * Program::kSlot);
    use.flags |= FW_FLAG_DECIDES;
    program_.sites[use.site].pointer_from = load;
  }

  // --- jumps and gates ----------------------------------------------------------------------
  uint32_t add_skip(Op op) {
    add(op);
    return here() - 1;
  }
  void land(uint32_t skip) { function_.code[skip].base = here(); }
  void enter(uint32_t gate) {
    if (gate != kNoGate) add(Op::enter_gate, gate);
  }
  void leave(uint32_t gate) {
    if (gate != kNoGate) add(Op::leave_gate, gate);
  }

  static constexpr uint32_t kFields = 4;  // of a node
};

}  // namespace

void draft_sections(Program& program, const GeneratorOptions& options) {
  SectionDrafter(program, options).draft();
}

}  // namespace foreweave
