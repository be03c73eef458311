// What TraceBuilder links together, against the rules worked out again and against the bytes.
#include "agree/links.h"

#include <gtest/gtest.h>

#include <map>

#include "agree/draft.h"
#include "agree/random_trace.h"

namespace foreweave::agree {
namespace {

EventId none_or(uint8_t e) { return e == kNoEvent ? EventId() : EventId(e); }

template <class Test>
void on_random_traces(uint64_t seed, Test test) {
  for (uint64_t i = 0; i < 20'000 && !testing::Test::HasFailure(); ++i) {
    const Draft draft = random_draft({}, Rng(seed, i));
    SCOPED_TRACE(describe(draft));
    test(draft, draft.build());
  }
}

TEST(Links, OfWaitsLocksAndOnceAreTheTracesPartners) {
  Links links;
  on_random_traces(2, [&](const Draft&, const Trace& trace) {
    links.derive(trace);
    for (uint32_t e = 0; e < trace.size(); ++e) {
      const EventId id(e);
      const Kind k = trace.kind(id);
      if (k == Kind::wait_end) {
        EXPECT_EQ(trace.partner(id), none_or(links.woken_by[e])) << "event " << e;
        EXPECT_EQ(trace.partner(EventId(links.wait_begin[e])), id) << "event " << e;
      }
      if (releases_lock(k)) {
        EXPECT_EQ(trace.partner(id), none_or(links.acquire[e])) << "event " << e;
        EXPECT_EQ(trace.partner(EventId(links.acquire[e])), id) << "event " << e;
      }
      if (k == Kind::once_pass) {
        EXPECT_EQ(trace.partner(id), none_or(links.once_end[e])) << "event " << e;
      }
    }
  });
}

TEST(Links, OfBarriersAreTheTracesRounds) {
  Links links;
  on_random_traces(3, [&](const Draft&, const Trace& trace) {
    links.derive(trace);
    for (uint32_t e = 0; e < trace.size(); ++e) {
      if (operand_of(trace.kind(EventId(e))) != Operand::barrier) continue;
      EventSet arrivals = 0;
      for (const EventId a : trace.barrier_round(EventId(e)).arrivals) arrivals |= bit(a.index());
      EXPECT_EQ(arrivals, links.round[e]) << "event " << e;
      for (uint32_t f = 0; f < trace.size(); ++f) {
        if (!(links.earlier_rounds[e] & bit(f))) continue;
        EXPECT_LT(trace.barrier_round_number(EventId(f)), trace.barrier_round_number(EventId(e)));
      }
    }
  });
}

TEST(Links, OfReadsAreTheTracesSeenWrites) {
  Links links;
  on_random_traces(4, [&](const Draft&, const Trace& trace) {
    links.derive(trace);
    for (const Seen& s : links.seen) {
      const EventId read(s.read);
      const uint32_t k = s.cell - trace.location_of(read).first_cell.value;
      EXPECT_EQ(trace.seen_write(read, k), none_or(s.write)) << "event " << int(s.read);
    }
  });
}

// Byte by byte over the raw addresses: cells and objects may not lose or invent a conflict.
TEST(Links, OfReadsAreWhatTheBytesSay) {
  on_random_traces(5, [&](const Draft& draft, const Trace& trace) {
    std::map<uint64_t, EventId> writer;  // by byte
    for (uint32_t e = 0; e < trace.size(); ++e) {
      const RawEvent& raw = draft.events[e];
      if (raw.kind == Kind::allocate)
        for (uint64_t i = 0; i < raw.value; ++i) writer.erase(raw.operand + i);
      if (reads(raw.kind)) {
        std::vector<EventId> by_byte, by_cell;
        for (uint64_t i = 0; i < raw.size; ++i) {
          const auto at = writer.find(raw.operand + i);
          const EventId w = at == writer.end() ? EventId() : at->second;
          if (by_byte.empty() || by_byte.back() != w) by_byte.push_back(w);
        }
        for (uint32_t k = 0; k < trace.location_of(EventId(e)).cell_count; ++k) {
          const EventId w = trace.seen_write(EventId(e), k);
          if (by_cell.empty() || by_cell.back() != w) by_cell.push_back(w);
        }
        EXPECT_EQ(by_byte, by_cell) << "event " << e;
      }
      if (writes(raw.kind))
        for (uint64_t i = 0; i < raw.size; ++i) writer[raw.operand + i] = EventId(e);
    }
  });
}

// Conflicts by bytes and lifetimes: the same address in two lives of its memory is no conflict.
TEST(Links, AgreeOnWhatCanRace) {
  on_random_traces(6, [&](const Draft& draft, const Trace& trace) {
    for (uint32_t a = 0; a < trace.size(); ++a) {
      for (uint32_t b = a + 1; b < trace.size(); ++b) {
        const RawEvent &x = draft.events[a], &y = draft.events[b];
        bool race = is_access(x.kind) && is_access(y.kind) && x.thread != y.thread &&
                    (writes(x.kind) || writes(y.kind)) &&
                    !(is_atomic(x.kind) && is_atomic(y.kind)) && x.operand < y.operand + y.size &&
                    y.operand < x.operand + x.size;
        for (uint32_t e = a; e < b; ++e) {
          const RawEvent& z = draft.events[e];
          if (z.kind == Kind::allocate && z.operand <= x.operand && x.operand < z.operand + z.value)
            race = false;
        }
        EXPECT_EQ(is_race_pair(trace, EventId(a), EventId(b)), race) << a << ' ' << b;
        EXPECT_EQ(is_race_pair(trace, EventId(b), EventId(a)), race) << b << ' ' << a;
        EXPECT_EQ(can_race(trace, EventId(a), EventId(b)), race) << a << ' ' << b;
      }
    }
  });
}

}  // namespace
}  // namespace foreweave::agree
