// A second reader of event blocks, written from docs/trace-format.md alone: slow, straight, and
// without a line of the real one. Whatever the writer writes, both must read.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "events/fwt/blocks/block_encoder.h"
#include "events/fwt/blocks/cursor_for_tests.h"
#include "events/fwt/samples_for_tests.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::Cursor;

uint64_t power_of_two(uint64_t n, uint64_t most) {
  uint64_t m = 1;
  while (m < n) m *= 2;
  return std::min(m, most);
}

struct SiteMemory {
  uint64_t operand = 0, value = 0, size = 0;
  int64_t step = 0, last_step = 0;
  uint8_t kind = 0, flags = 0;
};

struct Part {
  uint64_t events = 0, m = 0, slot = 0;
  std::vector<SiteMemory> memory;
  std::vector<uint64_t> next;
  Cursor control, site, operand, value;
};

std::vector<RawEvent> read_by_the_book(const Bytes& payload) {
  Cursor in{&payload};
  std::vector<uint64_t> run_thread(in.varint()), run_events(run_thread.size());
  for (uint64_t& t : run_thread) t = in.varint();
  for (uint64_t& n : run_events) n = in.varint();
  const int site_bytes = in.u8();
  const uint64_t shape_bytes = in.varint();
  Cursor shape = in;
  in.at += shape_bytes;

  std::vector<uint64_t> order;  // threads by first run
  std::map<uint64_t, Part> parts;
  uint64_t total = 0;
  for (size_t i = 0; i < run_thread.size(); ++i) {
    if (!parts.contains(run_thread[i])) order.push_back(run_thread[i]);
    parts[run_thread[i]].events += run_events[i];
    total += run_events[i];
  }
  for (const uint64_t t : order) {
    Part& p = parts[t];
    p.m = power_of_two(p.events, 1024);
    p.memory.resize(p.m);
    p.next.resize(2 * p.m);
    p.control = in;
    in.at += p.events;
  }
  const auto column = [&](Cursor Part::* which, auto bytes_of) {
    for (const uint64_t t : order) {
      Part& p = parts[t];
      p.*which = in;
      for (uint64_t i = 0; i < p.events; ++i)
        in.at += static_cast<size_t>(bytes_of(payload.at(p.control.at + i)));
    }
  };
  const auto length = [](int code) { return code == 7 ? 8 : code; };
  column(&Part::site, [&](uint8_t c) { return c & 1 ? site_bytes : 0; });
  column(&Part::operand, [&](uint8_t c) { return length(c >> 2 & 7); });
  column(&Part::value, [&](uint8_t c) { return length(c >> 5); });
  EXPECT_EQ(in.at, payload.size());

  const uint64_t cell_count = power_of_two(total, 4096);
  std::vector<std::pair<uint64_t, uint64_t>> cells(cell_count);
  std::vector<RawEvent> events;
  for (size_t run = 0; run < run_thread.size(); ++run)
    for (uint64_t i = 0; i < run_events[run]; ++i) {
      Part& p = parts[run_thread[run]];
      const uint8_t c = p.control.u8();
      if (c & 1) p.next[p.slot] = p.site.number(site_bytes);
      const uint64_t s = p.next[p.slot];
      SiteMemory& m = p.memory[s % p.m];
      if (c & 2) {
        m.kind = shape.u8();
        m.flags = shape.u8();
        m.size = shape.varint();
      }
      const bool access_with_value = m.kind >= 4 && m.kind <= 8 && (m.flags & 16);
      const uint64_t o =
          m.operand + static_cast<uint64_t>(m.step) + p.operand.difference(c >> 2 & 7);
      auto& cell = cells[((o * 0x9e3779b97f4a7c15) >> 50) % cell_count];
      const uint64_t expected = access_with_value && cell.first == o ? cell.second : m.value;
      const uint64_t v = expected + p.value.difference(c >> 5);
      const int64_t d = static_cast<int32_t>((o - m.operand) & 0xffffffff);
      if (d == m.last_step) m.step = d;
      m.last_step = d;
      m.operand = o;
      m.value = v;
      if (access_with_value) cell = {o, v};
      p.slot = 2 * (s % p.m) + (m.kind == 31 ? v % 2 : 0);
      events.push_back({static_cast<uint32_t>(run_thread[run]), static_cast<Kind>(m.kind), m.flags,
                        static_cast<uint32_t>(s), static_cast<uint32_t>(m.size), o, v});
    }
  return events;
}

void expect_read_by_the_book(const samples::Recording& r) {
  FwtBlockEncoder encoder;
  ByteWriter out;
  encoder.encode(r.events, r.threads.size(), r.sites.size(), out);
  const auto events = read_by_the_book({out.written().begin(), out.written().end()});
  ASSERT_EQ(events.size(), r.events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    const RawEvent &a = events[i], &b = r.events[i];
    ASSERT_TRUE(a.thread == b.thread && a.kind == b.kind && a.flags == b.flags &&
                a.site == b.site && a.size == b.size && a.operand == b.operand &&
                a.value == b.value)
        << "event " << i;
  }
}

TEST(FwtReference, ReadsWildBlocks) {
  for (uint64_t seed = 0; seed < 40; ++seed)
    expect_read_by_the_book(samples::wild_recording(seed, 1 + seed * 40));
}

TEST(FwtReference, ReadsBlocksOfRealisticTraces) {
  for (const size_t slice : {3u, 500u}) {
    samples::Recording r = samples::busy_recording(slice, 12, 60000, slice);
    r.events.resize(60000);
    expect_read_by_the_book(r);
  }
}

}  // namespace
}  // namespace foreweave
