// Validates JSON against a JSON Schema that keeps to the keywords we use: type, properties,
// required, additionalProperties (false), items, minItems, enum, const, minimum, pattern, $ref to
// #/$defs. A keyword it does not know is an error: a schema that is not checked whole is not
// checked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace foreweave {

// One line for each violation, "at /findings/0/id: ..."; empty if `value` is as `schema` says.
std::vector<std::string> schema_violations(const nlohmann::json& schema,
                                           const nlohmann::json& value);

}  // namespace foreweave
