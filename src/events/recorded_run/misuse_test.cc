#include "events/recorded_run/misuse.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

Trace with_attachment(std::string bytes) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  RawEvent event;
  event.kind = Kind::external_call;
  event.thread = builder.add_thread("main");
  event.site = builder.add_site("a.c", 1, 1, "main").value;
  builder.add(event);
  builder.add(event);
  builder.add_attachment(std::string(Misuse::kAttachment), std::move(bytes));
  return std::move(builder).finish();
}

TEST(Misuse, IsReadAsItWasWritten) {
  const std::vector<Misuse> some = {{EventId(0), Misuse::What::unlocks_others, 0x7fff00001234},
                                    {EventId(1), Misuse::What::destroys_locked, 8}};
  EXPECT_EQ(Misuse::of(with_attachment(Misuse::encoded(some))), some);
}

TEST(Misuse, BehindWhatMakesNoSenseIsNotRead) {
  const Misuse good = {EventId(0), Misuse::What::unlocks_unlocked, 8};
  Misuse beyond = good, unknown = good;
  beyond.event = EventId(2);
  unknown.what = static_cast<Misuse::What>(200);
  for (const Misuse& bad : {beyond, unknown})
    EXPECT_EQ(Misuse::of(with_attachment(Misuse::encoded({good, bad, good}))),
              std::vector<Misuse>{good});
}

}  // namespace
}  // namespace foreweave
