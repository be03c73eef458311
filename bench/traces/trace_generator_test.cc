#include "bench/traces/trace_generator.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "bench/traces/address_map.h"
#include "bench/traces/trace_output.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"

namespace foreweave {
namespace {

GeneratorOptions small(uint64_t seed) {
  GeneratorOptions options;
  options.seed = seed;
  options.events = 10'000;
  options.slice = 50;
  options.variables = 100;
  options.locks = 6;
  options.local_variables = 500;
  options.race_rate = 1e-3;
  return options;
}

// Sections of program_sections.h all the time.
GeneratorOptions varied(uint64_t seed) {
  GeneratorOptions options = small(seed);
  options.make_varied();
  options.local_share = 0.5;
  options.careful_share = 0.8;
  options.fault_rate = 0.02;
  return options;
}

// Runs that differ in every option that changes what the generator does.
std::map<std::string, GeneratorOptions> variety() {
  std::map<std::string, GeneratorOptions> all;
  for (uint64_t seed = 1; seed <= 5; ++seed) all["seed " + std::to_string(seed)] = small(seed);
  all["defaults"] = GeneratorOptions();
  all["defaults"].events = 30'000;
  all["dense"] = small(6);
  all["dense"].make_dense();
  all["one thread"] = small(7);
  all["one thread"].threads = 1;
  all["two threads"] = small(8);
  all["two threads"].threads = 2;
  all["many threads, one lock"] = small(9);
  all["many threads, one lock"].threads = 60;
  all["many threads, one lock"].locks = 1;
  all["deep nesting, a switch at every event"] = small(10);
  all["deep nesting, a switch at every event"].nesting = Program::kMaxNesting;
  all["deep nesting, a switch at every event"].locks = 20;
  all["deep nesting, a switch at every event"].slice = 1;
  all["local only"] = small(11);
  all["local only"].local_share = 1;
  all["mixed sizes and a heap"] = small(12);
  all["mixed sizes and a heap"].mixed_sizes = true;
  all["mixed sizes and a heap"].heap_share = 0.5;
  all["no values"] = small(13);
  all["no values"].values = false;
  all["hardly any variables"] = small(14);
  all["hardly any variables"].variables = 1;
  all["hardly any variables"].local_variables = 1;
  all["varied"] = varied(15);
  all["varied, a switch at every other event"] = varied(16);
  all["varied, a switch at every other event"].slice = 2;
  all["varied, one thread"] = varied(17);
  all["varied, one thread"].threads = 1;
  all["branches only"] = small(18);
  all["branches only"].branches = true;
  return all;
}

std::vector<RawEvent> events_of(const GeneratorOptions& options) {
  std::vector<RawEvent> events;
  TraceGenerator(options).run([&](std::span<const RawEvent> block) {
    events.insert(events.end(), block.begin(), block.end());
  });
  return events;
}

// Not shared with another test process.
std::string temporary_path() {
  return testing::TempDir() + "generated_" + std::to_string(getpid());
}

std::string file_content(const GeneratorOptions& options, TraceFormat format) {
  const std::string path = temporary_path();
  const auto written = generate_file(options, format, path);
  EXPECT_TRUE(written.ok());
  std::ifstream file(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (written) {
    EXPECT_EQ(content.size(), written.value().bytes);
  }
  std::remove(path.c_str());
  return content;
}

Result<Trace> read_back(const GeneratorOptions& options, TraceFormat format) {
  const std::string path = temporary_path();
  const auto written = generate_file(options, format, path);
  if (!written) return written.error();
  Result<Trace> trace = read_trace(path);
  std::remove(path.c_str());
  return trace;
}

TEST(TraceGenerator, MakesValidTraces) {
  for (const auto& [name, options] : variety()) {
    const Trace trace = generate_trace(options);
    const Status status = validate(trace);
    EXPECT_TRUE(status.ok()) << name << ": " << (status.ok() ? "" : status.error().sentence());
    EXPECT_EQ(trace.thread_count(), options.threads) << name;
    EXPECT_EQ(trace.has_values(), options.values) << name;
    EXPECT_FALSE(trace.losses().any()) << name;
  }
}

TEST(TraceGenerator, MakesAboutAsManyEventsAsAskedAndNeverMore) {
  for (const auto& [name, options] : variety()) {
    const size_t events = events_of(options).size();
    EXPECT_LE(events, options.events) << name;
    EXPECT_GE(events, options.events - 40 * options.threads) << name;
  }
}

TEST(TraceGenerator, ReadsReturnWhatTheLastWriteOfEachByteLeft) {
  for (const auto& [name, options] : variety()) {
    if (!options.values) continue;
    std::unordered_map<uint64_t, uint8_t> memory;
    size_t reads_of_written_bytes = 0;
    for (const RawEvent& e : events_of(options)) {
      if (e.kind == Kind::allocate)
        for (uint64_t b = 0; b < e.value; ++b) memory[e.operand + b] = 0;
      if (!is_access(e.kind)) continue;
      for (uint32_t b = 0; b < e.size; ++b) {
        const uint8_t byte = static_cast<uint8_t>(e.value >> (8 * b));
        if (e.kind == Kind::write) {
          memory[e.operand + b] = byte;
        } else {
          const auto it = memory.find(e.operand + b);
          reads_of_written_bytes += it != memory.end();
          ASSERT_EQ(it == memory.end() ? 0 : it->second, byte) << name;
        }
      }
      if (e.size < 8) {
        ASSERT_EQ(e.value >> (8 * e.size), 0u) << name;
      }
    }
    EXPECT_GT(reads_of_written_bytes, 1000u) << name;
  }
}

TEST(TraceGenerator, KeepsTheShareOfLocalAccesses) {
  for (const double share : {0.0, 0.5, 0.9}) {
    GeneratorOptions options = small(3);
    options.events = 100'000;
    options.local_share = share;
    std::unordered_map<uint64_t, std::set<uint32_t>> threads_of;
    const auto events = events_of(options);
    for (const RawEvent& e : events)
      if (is_access(e.kind)) threads_of[e.operand].insert(e.thread);
    double local = 0, all = 0;
    for (const RawEvent& e : events) {
      if (!is_access(e.kind)) continue;
      ++all;
      if (threads_of[e.operand].size() == 1) ++local;
    }
    EXPECT_NEAR(local / all, share, 0.02);
  }
}

TEST(TraceGenerator, SwitchesThreadsAboutAsOftenAsAsked) {
  GeneratorOptions options = small(4);
  options.events = 200'000;
  options.slice = 100;
  options.locks = 500;  // so that threads seldom block
  options.variables = 2000;
  size_t switches = 0;
  uint32_t last = 0;
  for (const RawEvent& e : events_of(options)) {
    switches += e.thread != last;
    last = e.thread;
  }
  EXPECT_GT(switches, 1'700u);
  EXPECT_LT(switches, 2'600u);
}

TEST(TraceGenerator, ShowsEveryKindOfEventItPromises) {
  GeneratorOptions options = small(5);
  options.events = 3'000'000;
  options.heap_share = 0.1;
  std::set<Kind> kinds;
  size_t crossed_sections = 0, nested = 0;
  std::unordered_map<uint32_t, std::vector<uint64_t>> held;
  TraceGenerator(options).run([&](std::span<const RawEvent> block) {
    for (const RawEvent& e : block) {
      kinds.insert(e.kind);
      auto& locks = held[e.thread];
      if (e.kind == Kind::acquire) {
        locks.push_back(e.operand);
        nested += locks.size() > 1;
      } else if (e.kind == Kind::release) {
        crossed_sections += locks.back() != e.operand;
        std::erase(locks, e.operand);
      }
    }
  });
  for (const Kind kind :
       {Kind::thread_begin, Kind::thread_end, Kind::fork, Kind::join, Kind::read, Kind::write,
        Kind::acquire, Kind::release, Kind::wait_begin, Kind::wait_end, Kind::signal,
        Kind::broadcast, Kind::allocate, Kind::free})
    EXPECT_TRUE(kinds.contains(kind)) << info(kind).name;
  EXPECT_GT(nested, 100u);
  EXPECT_GT(crossed_sections, 0u);
}

TEST(TraceGenerator, MakesNodesOfWhichMostAreFreedAndNoneUsedOutsideItsLife) {
  for (const uint32_t slice : {2, 50}) {
    GeneratorOptions options = varied(19);
    options.slice = slice;
    options.events = 100'000;
    std::set<uint64_t> alive;
    size_t allocated = 0, freed = 0, freed_by_another = 0, uses_by_another = 0;
    std::unordered_map<uint64_t, uint32_t> owner;
    for (const RawEvent& e : events_of(options)) {
      if (e.kind == Kind::allocate) {
        ASSERT_TRUE(alive.insert(e.operand).second);
        owner[e.operand] = e.thread;
        ++allocated;
      } else if (e.kind == Kind::free) {
        ASSERT_EQ(alive.erase(e.operand), 1u);
        freed_by_another += owner[e.operand] != e.thread;
        ++freed;
      } else if (is_access(e.kind) && e.operand >= AddressMap::kNodeBase &&
                 e.operand < AddressMap::kLocalBase) {
        const uint64_t node = e.operand / Program::kBlockBytes * Program::kBlockBytes;
        ASSERT_TRUE(alive.contains(node));
        uses_by_another += owner[node] != e.thread;
      }
    }
    EXPECT_GT(allocated, 200u);
    EXPECT_GT(freed, allocated - Program::kHandles * Program::kNodesPerHandle);
    EXPECT_GT(freed_by_another, freed / 2);
    EXPECT_GT(uses_by_another, allocated);
  }
}

TEST(TraceGenerator, TakesSomeLocksInBothOrders) {
  GeneratorOptions options = varied(20);
  options.events = 100'000;
  std::unordered_map<uint32_t, std::vector<uint64_t>> held;
  std::set<std::pair<uint64_t, uint64_t>> orders;
  for (const RawEvent& e : events_of(options)) {
    auto& locks = held[e.thread];
    if (e.kind == Kind::acquire) {
      for (const uint64_t outer : locks) orders.emplace(outer, e.operand);
      locks.push_back(e.operand);
    } else if (e.kind == Kind::release) {
      std::erase(locks, e.operand);
    }
  }
  size_t both = 0;
  for (const auto& [outer, inner] : orders)
    both += outer < inner && orders.contains({inner, outer});
  EXPECT_EQ(both, Program::kAccounts / 2);
}

TEST(TraceGenerator, MakesDecisionsIfAsked) {
  for (const bool branches : {false, true}) {
    GeneratorOptions options = small(21);
    options.branches = branches;
    size_t branch_events = 0, shared = 0, deciding = 0;
    for (const RawEvent& e : events_of(options)) {
      branch_events += e.kind == Kind::branch;
      if (!is_access(e.kind) || e.operand >= AddressMap::kLocalBase) continue;
      ++shared;
      deciding += (e.flags & FW_FLAG_DECIDES) != 0;
    }
    EXPECT_EQ(branch_events > 500, branches);
    if (branches) {
      EXPECT_GT(deciding, shared * 8 / 10);
    }
  }
}

// Figures of earlier versions stay comparable.
TEST(TraceGenerator, MakesTheRunsItAlwaysMade) {
  const auto digest = [](const GeneratorOptions& options) {
    uint64_t hash = 14695981039346656037u;  // FNV-1a, by words
    for (const RawEvent& e : events_of(options))
      for (const uint64_t word :
           {uint64_t{e.thread}, static_cast<uint64_t>(e.kind), uint64_t{e.flags}, uint64_t{e.site},
            uint64_t{e.size}, e.operand, e.value})
        hash = (hash ^ word) * 1099511628211u;
    return hash;
  };
  EXPECT_EQ(digest(small(1)), 1336638100551213241u);
  EXPECT_EQ(digest(variety().at("dense")), 12646276235506595860u);
  EXPECT_EQ(digest(variety().at("mixed sizes and a heap")), 1560569731312311487u);
}

TEST(TraceGenerator, WritesTheSameBytesForTheSameSeedAndOthersForAnother) {
  for (const TraceFormat format : {TraceFormat::fwt, TraceFormat::std_text}) {
    const std::string once = file_content(small(1), format);
    EXPECT_EQ(once, file_content(small(1), format));
    EXPECT_NE(once, file_content(small(2), format));
  }
}

// The address that an event touches, or the thread.
uint64_t operand_address(const Trace& trace, EventId e) {
  const Operand operand = operand_of(trace.kind(e));
  switch (operand) {
    case Operand::none:
      return 0;
    case Operand::thread:
      return trace.other_thread(e).value;
    case Operand::memory: {
      const Location& l = trace.location_of(e);
      return trace.objects()[l.object.index()].address + l.offset;
    }
    case Operand::object:
      return trace.objects()[trace.object(e).index()].address;
    default:
      return trace.sync_objects(operand)[trace.sync(e).index()].address;
  }
}

TEST(TraceGenerator, WritesFwtThatReadsBackAsTheSameEvents) {
  for (auto& [name, options] : variety()) {
    const Trace made = generate_trace(options);
    const auto read = read_back(options, TraceFormat::fwt);
    ASSERT_TRUE(read.ok()) << name << ": " << read.error().sentence();
    const Trace& back = read.value();
    ASSERT_EQ(back.size(), made.size()) << name;
    EXPECT_FALSE(back.losses().any()) << name;
    for (uint32_t n = 0; n < made.size(); ++n) {
      const EventId e(n);
      ASSERT_EQ(back.kind(e), made.kind(e)) << name << ", event " << n;
      ASSERT_EQ(back.thread(e), made.thread(e)) << name << ", event " << n;
      ASSERT_EQ(back.site(e), made.site(e)) << name << ", event " << n;
      ASSERT_EQ(back.flags(e), made.flags(e)) << name << ", event " << n;
      ASSERT_EQ(back.value(e), made.value(e)) << name << ", event " << n;
      ASSERT_EQ(operand_address(back, e), operand_address(made, e)) << name << ", event " << n;
    }
  }
}

TEST(TraceGenerator, WritesStdThatReadsBackAsTheSameRun) {
  const GeneratorOptions options = small(2);
  const Trace made = generate_trace(options);
  const auto read = read_back(options, TraceFormat::std_text);
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  const Trace& back = read.value();
  ASSERT_EQ(back.size(), made.size());
  EXPECT_FALSE(back.losses().any());
  EXPECT_TRUE(validate(back).ok());
  for (uint32_t n = 0; n < made.size(); ++n) {
    const EventId e(n);
    ASSERT_EQ(back.kind(e), made.kind(e)) << n;
    ASSERT_EQ(back.thread(e), made.thread(e)) << n;
    ASSERT_EQ(back.value(e), made.value(e)) << n;
    if (made.kind(e) == Kind::read) {
      ASSERT_EQ(back.seen_write(e), made.seen_write(e)) << n;
    }
    if (operand_of(made.kind(e)) == Operand::lock) {
      ASSERT_EQ(back.partner(e), made.partner(e)) << n;
    }
  }
}

TEST(TraceGenerator, RefusesOptionsItCannotFulfil) {
  GeneratorOptions options = small(1);
  EXPECT_EQ(TraceGenerator::complaint(options), "");
  options.events = 100;
  EXPECT_NE(TraceGenerator::complaint(options), "");
  options = small(1);
  options.local_share = 1.5;
  EXPECT_NE(TraceGenerator::complaint(options), "");
  options = small(1);
  options.mixed_sizes = true;
  EXPECT_FALSE(generate_file(options, TraceFormat::std_text, temporary_path()).ok());
  options = small(1);
  options.careful_share = 0.1;
  EXPECT_FALSE(generate_file(options, TraceFormat::std_text, temporary_path()).ok());
  options.careful_share = -1;
  EXPECT_NE(TraceGenerator::complaint(options), "");
}

}  // namespace
}  // namespace foreweave
