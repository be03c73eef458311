#include "events/recorded_run/value_flows.h"

#include <gtest/gtest.h>

#include <optional>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

// f (site 0 calls get, site 1 calls set); get loads at site 2, set stores at site 3; f itself loads
// at site 4 and stores at site 5.
class Program {
 public:
  Program() : builder_(SourceMap("t", SourceMap::Unit::line)) {
    builder_.add_thread("main");
    for (uint32_t line = 1; line <= 6; ++line) builder_.add_site("f.c", line, 0, "f");
  }
  uint32_t add(Kind kind, uint32_t site) {
    const bool access = is_access(kind);
    builder_.add({0, kind, 0, site, access ? 4u : 0u, access ? uint64_t{64} : 0, 0});
    return count_++;
  }
  uint32_t get() {
    add(Kind::call, 0);
    const uint32_t load = add(Kind::read, 2);
    add(Kind::return_, 2);
    return load;
  }
  uint32_t set() {
    add(Kind::call, 1);
    const uint32_t store = add(Kind::write, 3);
    add(Kind::return_, 3);
    return store;
  }
  bool lead(const ValueFlows& flows, uint32_t load, uint32_t store) {
    builder_.add_attachment(ValueFlows::kAttachment, flows.encoded());
    const Trace trace = std::move(builder_).finish();
    return ValueFlows(trace).lead(trace, EventId(load), EventId(store));
  }

 private:
  TraceBuilder builder_;
  uint32_t count_ = 0;
};

using Sites = ValueFlows::Sites;
const Sites kOwnLoad{SiteId(4)}, kOwnStore{SiteId(5)};
const Sites kGet{SiteId(0), SiteId(2)}, kSet{SiteId(1), SiteId(3)};

ValueFlows flow(const Sites& load, const Sites& store) {
  ValueFlows flows;
  flows.add(load, store);
  return flows;
}

TEST(ValueFlows, LeadWithinAFunction) {
  Program p;
  const uint32_t load = p.add(Kind::read, 4), store = p.add(Kind::write, 5);
  EXPECT_TRUE(p.lead(flow(kOwnLoad, kOwnStore), load, store));
}

TEST(ValueFlows, LeadInOneDirection) {
  Program p;
  const uint32_t store = p.add(Kind::write, 5), load = p.add(Kind::read, 4);
  EXPECT_FALSE(p.lead(flow(kOwnLoad, kOwnStore), load, store));
}

TEST(ValueFlows, LeadOutOfAndIntoCalls) {
  for (const bool has_flow : {true, false}) {
    Program p;
    const uint32_t load = p.get();
    p.get();
    const uint32_t store = p.set();
    EXPECT_EQ(p.lead(has_flow ? flow(kGet, kSet) : flow(kGet, kOwnStore), load, store), has_flow);
  }
}

TEST(ValueFlows, LeadFromACallToTheCaller) {
  Program p;
  const uint32_t load = p.get(), store = p.add(Kind::write, 5);
  EXPECT_TRUE(p.lead(flow(kGet, kOwnStore), load, store));
}

TEST(ValueFlows, LeadFromTheCallerIntoACall) {
  Program p;
  const uint32_t load = p.add(Kind::read, 4), store = p.set();
  EXPECT_TRUE(p.lead(flow(kOwnLoad, kSet), load, store));
}

// The same two functions, called from elsewhere.
TEST(ValueFlows, DoNotLeadThroughOtherCalls) {
  Program p;
  const uint32_t load = p.get();
  p.add(Kind::call, 5);
  const uint32_t store = p.add(Kind::write, 3);
  EXPECT_FALSE(p.lead(flow(kGet, kSet), load, store));
}

}  // namespace
}  // namespace foreweave
