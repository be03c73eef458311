#include "events/columns/things.h"

#include <gtest/gtest.h>

#include "capture/abi/schedule.h"
#include "capture/abi/things.h"

namespace foreweave {
namespace {

TEST(Things, AreKnownByTheirAddresses) {
  EXPECT_EQ(thing_address(FW_DESCRIPTOR_WORD(5, 0)), ThingAddress::descriptor);
  EXPECT_EQ(thing_address(FW_THING_WORD(FW_THING_state, FW_STATE_environment)),
            ThingAddress::state);
}

TEST(Things, AreNeitherMemoryNorOrder) {
  EXPECT_EQ(thing_address(0x7fff'ffff'ffff), ThingAddress::none);
  EXPECT_EQ(thing_address(FW_TRAFFIC_WORD), ThingAddress::none);
  EXPECT_EQ(thing_address(FW_SIGNALS_WORD), ThingAddress::none);
}

TEST(Things, HaveNames) {
  EXPECT_EQ(name_of_thing(FW_DESCRIPTOR_WORD(5, 7)), "file descriptor 5");
  EXPECT_EQ(name_of_thing(FW_THING_WORD(FW_THING_state, FW_STATE_environment)), "the environment");
  EXPECT_EQ(name_of_thing(FW_THING_WORD(FW_THING_state, FW_STATE_COUNT + 1)),
            "state " + std::to_string(FW_STATE_COUNT + 1) + " of libc");
}

TEST(Things, OfOneNumberAreOthersInEachOfItsLives) {
  EXPECT_NE(FW_DESCRIPTOR_WORD(5, 0), FW_DESCRIPTOR_WORD(5, 1));
}

}  // namespace
}  // namespace foreweave
