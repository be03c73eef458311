#include "schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Schema, AcceptsWhatFits) {
  const json schema = {{"type", "object"},
                       {"required", {"n"}},
                       {"additionalProperties", false},
                       {"properties", {{"n", {{"$ref", "#/$defs/count"}}}}},
                       {"$defs", {{"count", {{"type", "integer"}, {"minimum", 0}}}}}};
  EXPECT_THAT(schema_violations(schema, {{"n", 3}}), IsEmpty());
}

TEST(Schema, RefusesAKeywordItDoesNotKnowEvenWhereTheValueDoesNotReach) {
  const json schema = {{"properties", {{"absent", {{"maxLength", 3}}}}}};
  EXPECT_THAT(schema_violations(schema, json::object()), ElementsAre(HasSubstr("maxLength")));
}

TEST(Schema, FollowsReferencesAndNamesThePlace) {
  const json schema = {{"items", {{"$ref", "#/$defs/count"}}},
                       {"$defs", {{"count", {{"minimum", 0}}}}}};
  EXPECT_THAT(schema_violations(schema, json::array({1, -1})), ElementsAre("at /1: is below 0"));
  EXPECT_THAT(schema_violations({{"$ref", "#/$defs/none"}, {"$defs", json::object()}}, 1),
              ElementsAre(HasSubstr("which is not there")));
}

TEST(Schema, RefusesEveryKindOfMisfit) {
  const auto misfits = [](const json& schema, const json& value) {
    return schema_violations(schema, value).size();
  };
  EXPECT_EQ(misfits({{"type", "string"}}, 1), 1u);
  EXPECT_EQ(misfits({{"type", {"string", "null"}}}, nullptr), 0u);
  EXPECT_EQ(misfits({{"type", {"string", "null"}}}, false), 1u);
  EXPECT_EQ(misfits({{"type", "integer"}}, 1.5), 1u);
  EXPECT_EQ(misfits({{"const", 1}}, 2), 1u);
  EXPECT_EQ(misfits({{"enum", {"a", "b"}}}, "c"), 1u);
  EXPECT_EQ(misfits({{"pattern", "^a+$"}}, "ab"), 1u);
  EXPECT_EQ(misfits({{"minItems", 1}}, json::array()), 1u);
  EXPECT_EQ(misfits({{"anyOf", {{{"type", "string"}}, {{"const", 1}}}}}, 1), 0u);
  EXPECT_EQ(misfits({{"anyOf", {{{"type", "string"}}, {{"const", 1}}}}}, 2), 1u);
  EXPECT_EQ(misfits({{"required", {"a"}}}, json::object()), 1u);
  EXPECT_EQ(misfits({{"additionalProperties", false}}, {{"a", 1}}), 1u);
}

}  // namespace
}  // namespace foreweave
