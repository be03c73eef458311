// Recordings for the tests of .fwt: events as a recorder would hand them over, with their tables,
// from which a test makes both the file and the trace that reading the file must give.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "events/build/trace_builder.h"
#include "events/fwt/format.h"

namespace foreweave::samples {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t bits() {  // an additive counter, mixed
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    return z ^ (z >> 32);
  }
  uint64_t below(uint64_t n) { return bits() % n; }
  bool one_in(uint64_t n) { return below(n) == 0; }

 private:
  uint64_t state_;
};

using Bytes = std::vector<uint8_t>;

inline FwtWriter::Sink into(Bytes& out) {
  return [&out](std::span<const uint8_t> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return true;
  };
}

struct Recording {
  struct Place {
    std::string file;
    uint32_t line = 0, column = 0;
    std::string function;
  };
  struct Name {
    uint64_t address = 0, size = 0;
    std::string name;
  };
  std::vector<std::string> threads;
  std::vector<Place> sites;
  std::vector<std::pair<uint32_t, uint32_t>> pointers;  // site of an access, site of a load
  std::vector<std::pair<uint32_t, uint32_t>> inlined;   // site, site of the call
  std::vector<Name> symbols;
  std::vector<Attachment> attachments;
  std::vector<RawEvent> events;

  template <class Target>
  void add_tables_to(Target& target) const {
    for (const auto& t : threads) target.add_thread(t);
    for (const auto& s : sites) target.add_site(s.file, s.line, s.column, s.function);
    for (const auto& [access, load] : pointers) {
      if constexpr (requires { target.set_pointer_from(SiteId(access), SiteId(load)); })
        target.set_pointer_from(SiteId(access), SiteId(load));
      else
        target.add_pointer(access, load);
    }
    for (const auto& [site, call] : inlined) {
      if constexpr (requires { target.set_inlined_at(SiteId(site), SiteId(call)); })
        target.set_inlined_at(SiteId(site), SiteId(call));
      else
        target.add_inlined(site, call);
    }
    for (const auto& s : symbols) target.add_symbol(s.address, s.size, s.name);
    for (const auto& a : attachments) target.add_attachment(a.name, a.bytes);
  }

  // The file, with a block after every `block_events` events.
  Bytes file(size_t block_events = SIZE_MAX) const {
    Bytes bytes;
    FwtWriter writer(into(bytes));
    add_tables_to(writer);
    for (size_t i = 0; i < events.size(); ++i) {
      writer.add(events[i]);
      if ((i + 1) % block_events == 0) writer.flush();
    }
    writer.finish();
    return bytes;
  }

  // What the first `count` events are as a trace.
  Trace trace(size_t count = SIZE_MAX) const {
    TraceBuilder builder(SourceMap("sample.fwt", SourceMap::Unit::byte));
    add_tables_to(builder);
    builder.add_all(std::span(events).first(std::min(count, events.size())));
    return std::move(builder).finish();
  }
};

// The first difference between two traces in anything an analysis can see, or nothing. Threads,
// sites, symbols and attachments that a damaged file lost are not compared if `a` is only a part.
inline std::string difference(const Trace& a, const Trace& b, bool a_is_a_part = false) {
  if (a.size() != b.size()) return fmt::format("{} events, not {}", a.size(), b.size());
  for (uint32_t i = 0; i < a.size(); ++i) {
    const EventId e(i);
    const auto differs = [&](const char* what) { return fmt::format("{} of event {}", what, i); };
    if (a.kind(e) != b.kind(e)) return differs("kind");
    if (a.thread(e) != b.thread(e)) return differs("thread");
    if (a.thread_name(a.thread(e)) != b.thread_name(b.thread(e))) return differs("thread name");
    if (a.flags(e) != b.flags(e)) return differs("flags");
    if (a.has_value(e) != b.has_value(e) || (a.has_value(e) && a.value(e) != b.value(e)))
      return differs("value");
    const Site &s = a.site_info(a.site(e)), &t = b.site_info(b.site(e));
    if (a.site(e) != b.site(e) || a.text(s.file) != b.text(t.file) || s.line != t.line ||
        s.column != t.column || s.pointer_from != t.pointer_from || s.inlined_at != t.inlined_at ||
        a.text(s.function) != b.text(t.function))
      return differs("site");
    const Operand operand = operand_of(a.kind(e));
    if (operand != Operand::none && a.sync(e) != b.sync(e)) return differs("target");
    if (operand == Operand::memory) {
      const Location &x = a.location_of(e), &y = b.location_of(e);
      if (x.object != y.object || x.offset != y.offset || x.size != y.size ||
          x.cell_count != y.cell_count)
        return differs("location");
      for (uint32_t k = 0; reads(a.kind(e)) && k < x.cell_count; ++k)
        if (a.seen_write(e, k) != b.seen_write(e, k)) return differs("seen write");
    } else if (operand == Operand::barrier) {
      if (a.barrier_round_number(e) != b.barrier_round_number(e)) return differs("barrier round");
    } else if (a.partner(e) != b.partner(e)) {
      return differs("partner");
    }
    if (!a_is_a_part && a.operand_name(e) != b.operand_name(e)) return differs("operand's name");
  }
  if (a_is_a_part) return "";
  if (a.thread_count() != b.thread_count()) return "the number of threads";
  if (a.sites().size() != b.sites().size()) return "the number of sites";
  if (a.symbols().size() != b.symbols().size()) return "the number of symbols";
  if (a.objects().size() != b.objects().size()) return "the number of objects";
  if (a.attachments().size() != b.attachments().size()) return "the number of attachments";
  for (size_t i = 0; i < a.attachments().size(); ++i)
    if (a.attachments()[i].name != b.attachments()[i].name ||
        a.attachments()[i].bytes != b.attachments()[i].bytes)
      return fmt::format("attachment {}", i);
  return "";
}

// Anything a trace may hold, in no sensible order: every kind, flag and size, few addresses.
inline Recording wild_recording(uint64_t seed, size_t events) {
  Random random(seed);
  Recording r;
  for (size_t t = 0; t <= random.below(6); ++t) r.threads.push_back(fmt::format("T{}", t));
  for (size_t s = 0; s <= random.below(40); ++s)
    r.sites.push_back({fmt::format("f{}.cc", s % 3), static_cast<uint32_t>(random.below(500)),
                       static_cast<uint32_t>(random.below(80)), s % 2 ? "main" : ""});
  for (uint32_t s = 0; s < r.sites.size(); s += 3)
    r.pointers.push_back({s, static_cast<uint32_t>(random.below(r.sites.size()))});
  r.symbols = {{0x1000, 64, "table"}, {0x1040, 8, "mutex"}};
  r.attachments = {{"command", "./prog -x"}, {"empty", ""}};
  for (size_t i = 0; i < events; ++i) {
    RawEvent e;
    e.thread = static_cast<uint32_t>(random.below(r.threads.size()));
    e.kind = static_cast<Kind>(random.below(kKindCount));
    e.flags = static_cast<uint8_t>(random.below(FW_FLAG_ALL + 1));
    e.site = static_cast<uint32_t>(random.below(r.sites.size()));
    const Operand operand = operand_of(e.kind);
    if (operand == Operand::memory) e.size = static_cast<uint32_t>(1 + random.below(16));
    if (operand == Operand::thread)
      e.operand = random.below(r.threads.size());
    else if (operand != Operand::none)
      e.operand = random.one_in(8) ? random.bits() >> 1 : 0x1000 + random.below(512);
    if (operand == Operand::object) e.operand &= ~uint64_t{63};  // none reaches into another
    if (e.kind == Kind::free) e.flags &= FW_FLAG_DECIDES;        // its value is a size or nothing
    if (e.flags & FW_FLAG_HAS_VALUE) e.value = random.bits() >> random.below(64);
    if (operand == Operand::object) e.value = random.below(64);
    r.events.push_back(e);
  }
  return r;
}

// A program as programs are: each thread loops over its own arrays, branches at the end of each
// iteration, and now and then does something under a lock shared with the others. Nine accesses of
// ten are to memory of its own. Slices of the schedule are about `slice` events long.
inline Recording busy_recording(uint64_t seed, size_t thread_count, size_t events, size_t slice) {
  constexpr uint32_t kSitesPerLoop = 10, kLoops = 40;
  constexpr uint64_t kShared = 0x555000, kLock = 0x555800;
  Random random(seed);
  Recording r;
  for (size_t t = 0; t < thread_count; ++t) r.threads.push_back(fmt::format("worker {}", t));
  for (uint32_t s = 0; s < kLoops * kSitesPerLoop; ++s)
    r.sites.push_back({"work.cc", 10 + s / 2, 1 + s % 2 * 20, fmt::format("loop_{}", s / 10)});
  r.symbols = {{kShared, 512, "totals"}, {kLock, 40, "totals_lock"}};

  struct Thread {
    uint64_t memory[256] = {};
    uint64_t base = 0, stack = 0, shared_seen = 0;
    uint32_t loop = 0;
    uint64_t i = 0, left = 0;
  };
  std::vector<Thread> threads(thread_count);
  uint64_t shared[64] = {};
  for (size_t t = 0; t < thread_count; ++t) {
    threads[t].base = 0x7f0000000000 + (t << 26);
    threads[t].stack = 0x7ffd00000000 - (t << 23);
  }
  while (r.events.size() < events) {
    const uint32_t number = static_cast<uint32_t>(random.below(thread_count));
    Thread& t = threads[number];
    const size_t stop = r.events.size() + 1 + random.below(2 * slice);
    const auto add = [&](Kind kind, uint32_t site, uint64_t operand, uint32_t size,
                         uint64_t value) {
      const bool has_value = is_access(kind) || kind == Kind::branch;
      r.events.push_back({number, kind, static_cast<uint8_t>(has_value ? FW_FLAG_HAS_VALUE : 0),
                          t.loop * kSitesPerLoop + site, size, operand, value});
    };
    while (r.events.size() < stop) {  // one iteration a time: never switched inside a lock
      if (t.left == 0) {
        t.loop = static_cast<uint32_t>(random.below(kLoops));
        t.left = 5 + random.below(200);
        t.i = random.below(128);
      }
      uint64_t& slot = t.memory[t.i % 256];
      const uint64_t address = t.base + t.loop * 0x4000 + t.i * 8;
      add(Kind::read, 0, t.stack + t.loop * 64, 8, t.i);
      add(Kind::read, 1, address, 8, slot);
      slot = random.one_in(3) ? random.bits() : slot + t.loop;
      add(Kind::write, 2, address, 8, slot);
      add(Kind::read, 3, t.base + 0x100000 + slot % 512 * 4, 4, slot % 7);
      add(Kind::write, 4, t.stack + t.loop * 64, 8, ++t.i);
      if (random.one_in(8)) {
        uint64_t& total = shared[random.below(64)];
        const uint64_t where = kShared + static_cast<uint64_t>(&total - shared) * 8;
        add(Kind::acquire, 5, kLock, 0, 0);
        add(Kind::read, 6, where, 8, total);
        add(Kind::write, 7, where, 8, ++total);
        add(Kind::release, 8, kLock, 0, 0);
      }
      --t.left;
      add(Kind::branch, 9, 0, 0, t.left != 0);
    }
  }
  return r;
}

}  // namespace foreweave::samples
