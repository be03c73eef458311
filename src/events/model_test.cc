#include "events/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(Dependences, ListsWhatWasAdded) {
  Dependences facts;
  const EventId reads[] = {EventId(0), EventId(1)};
  facts.add(EventId(3), reads);
  facts.add(EventId(5), {});
  facts.add(EventId(7), std::span(reads).last(1));
  EXPECT_THAT(facts.reads_behind(EventId(3)), testing::ElementsAre(EventId(0), EventId(1)));
  EXPECT_TRUE(facts.reads_behind(EventId(5)).empty());
  EXPECT_TRUE(facts.reads_behind(EventId(4)).empty());
  EXPECT_THAT(facts.reads_behind(EventId(7)), testing::ElementsAre(EventId(1)));
  EXPECT_TRUE(Dependences().reads_behind(EventId(0)).empty());
}

TEST(Model, NamesGoBothWays) {
  for (const Model model : {Model::sync, Model::same_write, Model::branch, Model::dependence})
    EXPECT_EQ(model_from_name(name(model)), model);
  EXPECT_FALSE(model_from_name("samewrite"));
}

}  // namespace
}  // namespace foreweave
