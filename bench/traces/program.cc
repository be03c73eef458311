#include "bench/traces/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "bench/traces/function_drafter.h"
#include "bench/traces/program_sections.h"

namespace foreweave {

namespace {

constexpr uint32_t kFrameScalars = 48;

// Writes one program; each member function drafts one kind of function.
class Drafter : FunctionDrafter {
 public:
  Drafter(Program& program, const GeneratorOptions& options)
      : FunctionDrafter(program, options, options.seed) {}

  void draft() {
    lay_out_local_memory();
    lay_out_shared_memory();
    program_.thread_start = site_of_new_function("start_thread");
    program_.thread_finish = site_of_new_function("exit_thread");
    draft_main();
    for (int i = 0; i < 48; ++i) program_.local.push_back(draft_local());
    for (int i = 0; i < 8; ++i) program_.heap.push_back(draft_heap());
    for (int i = 0; i < 32; ++i) program_.guarded.push_back(draft_guarded());
    if (program_.table_bytes > 0)
      for (int i = 0; i < 8; ++i) program_.lookup.push_back(draft_lookup());
    draft_racy();
    program_.produce = draft_produce();
    program_.consume = draft_consume();
  }

 private:
  struct Array {
    uint32_t base, bytes;
    uint8_t element;
  };

  // --- memory -------------------------------------------------------------------------------
  void lay_out_local_memory() {
    frame_scalars_ = std::min(kFrameScalars, std::max(1u, options_.local_variables));
    uint32_t left = std::max(1u, options_.local_variables) - frame_scalars_;
    uint32_t at = kFrameScalars * Program::kSlot;
    while (left >= 16) {
      const uint32_t elements = std::min(std::bit_floor(left), 16u << random_.below(8));
      const uint8_t element = some_size();
      arrays_.push_back({at, elements * element, element});
      at += elements * element;
      at = (at + Program::kSlot - 1) & ~(Program::kSlot - 1);
      left -= elements;
    }
    for (uint8_t& size : frame_sizes_) size = some_size();
    program_.local_bytes = at;
  }

  void lay_out_shared_memory() {
    const bool has_table = options_.local_share > 0 && options_.variables >= 64;
    const uint32_t table = has_table ? std::bit_floor(options_.variables / 4) : 0;
    program_.table_bytes = table * Program::kSlot;
    program_.record_count = std::max(1u, options_.locks);
    const uint32_t fields = std::max(1u, (options_.variables - table) / program_.record_count);
    program_.record_bytes = fields * Program::kSlot;
    for (uint32_t f = 0; f < fields; ++f) program_.field_sizes.push_back(some_size());
    nesting_ =
        std::clamp(options_.nesting, 1u, std::min(Program::kMaxNesting, program_.record_count));
  }

  // --- instructions -------------------------------------------------------------------------
  void add_frame_access() {
    const uint32_t scalar = random_.below(frame_scalars_);
    add_access(Place::frame, some_kind(40), frame_sizes_[scalar], scalar * Program::kSlot);
  }
  void add_array_access(const Array& array) {
    const bool wide = options_.mixed_sizes && array.element <= 4 && random_.one_in(16);
    const uint8_t size = static_cast<uint8_t>(array.element * (wide ? 2 : 1));
    const Place place = random_.one_in(6) ? Place::scatter : Place::array;
    Instruction& i = add_access(place, some_kind(35), size, array.base);
    i.stride = static_cast<uint8_t>(size * (random_.one_in(5) ? random_.between(2, 8) : 1));
    i.length = array.bytes;
    if (!random_.one_in(3)) i.flags |= FW_FLAG_DECIDES;  // the index was loaded
  }
  void add_local_accesses(uint32_t most) {
    if (options_.local_share <= 0) return;
    for (uint32_t n = random_.below(most + 1); n > 0; --n) add_frame_access();
  }
  void begin_loop(uint32_t mean) {
    add(Op::loop_begin).length = mean;
    loop_ = here();
  }
  void end_loop() { add(Op::loop_end, loop_); }

  void add_record_access(uint32_t depth) {
    const uint32_t field = random_.below(static_cast<uint32_t>(program_.field_sizes.size()));
    Instruction& i = add_access(Place::record, some_kind(40), program_.field_sizes[field],
                                field * Program::kSlot);
    i.depth = static_cast<uint8_t>(depth);
    i.flags |= record_flags();
    if (options_.branches && i.kind == Kind::read && random_.one_in(2)) add(Op::branch);
  }

  // --- functions ----------------------------------------------------------------------------
  void draft_main() {
    begin_function("main");
    if (program_.table_bytes > 0) {
      Instruction& loop = add(Op::loop_begin, 1);
      loop.length = program_.table_bytes / Program::kSlot;
      loop_ = here();
      Instruction& write = add_access(Place::table, Kind::write, 8, 0);
      write.stride = Program::kSlot;
      write.length = program_.table_bytes;
      end_loop();
    }
    for (uint32_t t = 1; t < options_.threads; ++t) add(Op::fork, t);
    program_.main_start = finish();

    // Whoever still waits for a mailbox is woken, sees that the run ends, and leaves.
    function_ = {};
    for (uint32_t m = 0; m < Program::kMailboxes && options_.threads > 1; ++m) {
      add(Op::use_mailbox, m);
      add(Op::acquire_mailbox);
      add(Op::broadcast);
      add(Op::release_mailbox);
    }
    for (uint32_t t = 1; t < options_.threads; ++t) add(Op::join, t);
    program_.main_finish = finish();
  }

  Function draft_local() {
    begin_function(fmt::format("compute_{}", program_.local.size()));
    for (uint32_t n = random_.below(5); n > 0; --n) add_frame_access();
    if (!arrays_.empty() && !random_.one_in(5)) {
      std::vector<Array> used;
      for (uint32_t n = random_.between(1, 3); n > 0; --n)
        used.push_back(arrays_[random_.below(static_cast<uint32_t>(arrays_.size()))]);
      begin_loop(random_.between(2, 50));
      for (uint32_t n = random_.between(2, 6); n > 0; --n) {
        const uint32_t condition = here();
        const bool conditional = random_.one_in(4);
        if (conditional) add(Op::maybe_jump).depth = static_cast<uint8_t>(random_.between(1, 7));
        if (random_.one_in(4))
          add_frame_access();
        else
          add_array_access(used[random_.below(static_cast<uint32_t>(used.size()))]);
        if (conditional) function_.code[condition].base = here();
      }
      end_loop();
    }
    for (uint32_t n = random_.between(1, 5); n > 0; --n) add_frame_access();
    return finish();
  }

  Function draft_heap() {
    begin_function(fmt::format("with_node_{}", program_.heap.size()));
    add(Op::allocate);
    const uint32_t fields = random_.between(2, Program::kBlockBytes / Program::kSlot);
    uint8_t sizes[Program::kBlockBytes / Program::kSlot];
    for (uint32_t f = 0; f < fields; ++f) {
      sizes[f] = some_size();
      add_access(Place::heap, Kind::write, sizes[f], f * Program::kSlot).flags |= FW_FLAG_DECIDES;
    }
    for (uint32_t n = random_.between(4, 20); n > 0; --n) {
      const uint32_t f = random_.below(fields);
      add_access(Place::heap, some_kind(30), sizes[f], f * Program::kSlot).flags |= FW_FLAG_DECIDES;
    }
    add(Op::free);
    return finish();
  }

  Function draft_guarded() {
    begin_function(fmt::format("update_{}", program_.guarded.size()));
    uint32_t depth = 1;
    while (depth < nesting_ && random_.one_in(3)) ++depth;
    choose_domain(depth);
    const bool in_loop = random_.one_in(5);
    // Hand over hand: the outer lock goes first. C and C++ code unlocks in any order.
    const bool crossed = depth > 1 && random_.one_in(6);
    if (in_loop) begin_loop(random_.between(2, 8));
    for (uint32_t d = 0; d < depth; ++d) {
      Instruction& acquire = add(Op::acquire);
      acquire.depth = static_cast<uint8_t>(d);
      acquire.flags = record_flags();
      for (uint32_t n = random_.between(1, 4); n > 0; --n) add_record_access(random_.between(0, d));
      add_local_accesses(3);
    }
    for (uint32_t n = 0; n < depth; ++n) {
      const uint32_t d = crossed ? n : depth - 1 - n;
      if (n > 0 && random_.one_in(2)) add_record_access(d);
      Instruction& release = add(Op::release);
      release.depth = static_cast<uint8_t>(d);
      release.flags = record_flags();
    }
    if (in_loop) end_loop();
    return finish();
  }

  Function draft_lookup() {
    begin_function(fmt::format("look_up_{}", program_.lookup.size()));
    begin_loop(random_.between(2, 20));
    Instruction& read = add_access(Place::table, Kind::read, 8, 0);
    read.stride = static_cast<uint8_t>(Program::kSlot * random_.between(1, 8));
    read.length = program_.table_bytes;
    read.flags |= FW_FLAG_DECIDES;
    add_local_accesses(2);
    end_loop();
    return finish();
  }

  // Variables that nobody guards, each with a site that writes it and one that reads it; and peeks,
  // without the lock, at variables that some other function writes under it.
  void draft_racy() {
    for (uint32_t n = 0; n < 2 * Program::kRacyVariables; ++n) {
      const uint32_t variable = n / 2;
      begin_function(fmt::format("{}_{}", n % 2 ? "poll" : "publish", variable));
      add_access(Place::racy, n % 2 ? Kind::read : Kind::write, variable % 2 ? 4 : 8,
                 variable * Program::kSlot);
      program_.racy.push_back(finish());
    }
    uint32_t peeks = 0;
    for (const Function& updater : program_.guarded) {
      const auto write =
          std::find_if(updater.code.begin(), updater.code.end(), [](const Instruction& i) {
            return i.op == Op::access && i.place == Place::record && i.kind == Kind::write;
          });
      if (write == updater.code.end()) continue;
      begin_function(fmt::format("peek_{}", peeks));
      function_.records = 1;
      function_.first_record = updater.first_record;
      function_.domain = updater.domain;
      add_access(Place::record, Kind::read, write->size, write->base).flags |= record_flags();
      program_.racy.push_back(finish());
      if (++peeks == 4) break;
    }
  }

  Function draft_produce() {
    begin_function("produce");
    add(Op::acquire_mailbox);
    add_access(Place::mailbox, Kind::write, 8, 0).fill = Fill::pointer;
    add(Op::signal);
    add(Op::release_mailbox);
    return finish();
  }

  Function draft_consume() {
    begin_function("consume");
    add(Op::acquire_mailbox);
    const uint32_t look = here();
    add_access(Place::mailbox, Kind::read, 8, 0);
    const uint32_t skip = here();
    add(Op::skip_if_full);
    add(Op::wait_begin);
    add(Op::release_mailbox);
    add(Op::wait_end);
    add(Op::acquire_mailbox);
    add(Op::jump, look);
    function_.code[skip].base = here();
    // A mailbox is empty when it holds less than any address.
    add_access(Place::mailbox, Kind::write, 8, 0).fill = Fill::small;
    add(Op::release_mailbox);
    return finish();
  }

  uint32_t loop_ = 0;
  uint32_t nesting_ = 1;
  uint32_t frame_scalars_ = 1;
  uint8_t frame_sizes_[kFrameScalars];
  std::vector<Array> arrays_;
};

}  // namespace

Program::Program(const GeneratorOptions& options) {
  Drafter(*this, options).draft();
  if (options.has_sections()) draft_sections(*this, options);
}

}  // namespace foreweave
