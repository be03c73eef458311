#include "patterns/kinds/null_dereference.h"

#include <gtest/gtest.h>

#include <string>

#include "events/build/trace_builder.h"
#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

constexpr uint64_t kPointer = 0x100, kTarget = 0x4000;

// Sites: 0 is where pointers are loaded, 1 where they are used, the rest is written elsewhere.
class Pointers {
 public:
  explicit Pointers(int threads = 2) : builder_(SourceMap("t", SourceMap::Unit::line)) {
    for (int t = 0; t < threads; ++t) builder_.add_thread("T" + std::to_string(t));
    for (uint32_t line = 0; line < 2; ++line) builder_.add_site("t.c", line, 0, "f");
    builder_.set_pointer_from(SiteId(1), SiteId(0));
  }
  Pointers& load(uint32_t thread, uint64_t value = kTarget) {
    return access(thread, Kind::read, kPointer, value, 0, 0);
  }
  // Nothing is accessed through what this reads.
  Pointers& look(uint32_t thread, uint64_t value) {
    return access(thread, Kind::read, kPointer, value, builder_.add_site("t.c", 8, 0, "g").value,
                  0);
  }
  Pointers& use(uint32_t thread, uint64_t address = kTarget + 16) {
    return access(thread, Kind::read, address, 5, 1, FW_FLAG_DECIDES);
  }
  Pointers& store(uint32_t thread, uint64_t value, uint32_t size = 8) {
    const uint32_t site = builder_.add_site("t.c", 10 + ++stores_, 0, "g").value;
    return access(thread, Kind::write, kPointer, value, site, 0, size);
  }
  Pointers& event(uint32_t thread, Kind kind, uint64_t operand = 0) {
    builder_.add({thread, kind, 0, builder_.add_site("t.c", 9, 0, "g").value, 0, operand, 0});
    return *this;
  }
  Claims candidates(Model model = Model::same_write) {
    PatternOptions options;
    options.model = model;
    return firsts(find_null_dereferences(std::move(builder_).finish(), options));
  }

 private:
  Pointers& access(uint32_t thread, Kind kind, uint64_t address, uint64_t value, uint32_t site,
                   uint8_t flags, uint32_t size = 8) {
    flags |= FW_FLAG_HAS_VALUE;
    builder_.add({thread, kind, flags, site, size, address, value});
    return *this;
  }

  TraceBuilder builder_;
  uint32_t stores_ = 0;
};

TEST(NullDereference, IsAPointerThatMightHaveBeenNull) {
  EXPECT_EQ(Pointers().store(0, kTarget).load(1).use(1).store(0, 0).candidates(),
            (Claims{{3, 1, 2}}));
  EXPECT_EQ(Pointers().store(0, 0).store(0, kTarget).load(1).use(1).candidates(),
            (Claims{{0, 2, 3}}));
}

TEST(NullDereference, NeedsAnotherThreadAndTheWholePointer) {
  EXPECT_EQ(Pointers().store(1, 0).store(1, kTarget).load(1).use(1).store(0, 1).candidates(),
            Claims{});
  EXPECT_EQ(Pointers().store(0, kTarget).load(1).use(1).store(0, 0, 4).candidates(), Claims{});
  EXPECT_EQ(Pointers().store(0, kTarget).load(1).store(0, 0).candidates(), Claims{});
}

TEST(NullDereference, IsRuledOutByATestForNull) {
  const auto tested = [](Model model) {
    return Pointers()
        .store(0, kTarget)
        .load(1)
        .event(1, Kind::branch)
        .use(1)
        .store(0, 0)
        .candidates(model);
  };
  EXPECT_EQ(tested(Model::same_write), Claims{});
  EXPECT_EQ(tested(Model::branch), Claims{});
  EXPECT_EQ(tested(Model::dependence), (Claims{{4, 1, 3}}));
}

TEST(NullDereference, IsOfTheFirstUse) {
  EXPECT_EQ(Pointers().store(0, kTarget).load(1).use(1).use(1).store(0, 0).candidates(),
            (Claims{{4, 1, 2}}));
}

// The pointer is set before the thread exists.
TEST(NullDereference, IsNoneIfNullMustHaveBeenOverwritten) {
  EXPECT_EQ(
      Pointers().store(0, 0).store(0, kTarget).event(0, Kind::fork, 1).load(1).use(1).candidates(),
      Claims{});
  EXPECT_EQ(Pointers()
                .event(0, Kind::fork, 1)
                .store(0, kTarget)
                .load(1)
                .use(1)
                .event(0, Kind::join, 1)
                .store(0, 0)
                .candidates(),
            Claims{});
}

// Whoever sets the pointer again saw the null, and the user saw that it was set.
TEST(NullDereference, IsNoneIfAnotherThreadMustHaveOverwrittenTheNull) {
  const auto set_again = [](Model model, bool checked) {
    Pointers pointers(3);
    pointers.store(0, 0).look(2, 0).event(2, Kind::branch).store(2, kTarget);
    if (checked) pointers.look(1, kTarget).event(1, Kind::branch);
    return pointers.load(1).use(1).candidates(model);
  };
  EXPECT_EQ(set_again(Model::same_write, true), Claims{});
  EXPECT_EQ(set_again(Model::branch, true), Claims{});
  EXPECT_EQ(set_again(Model::branch, false), (Claims{{0, 4, 5}}));
}

}  // namespace
}  // namespace foreweave
