#include "schema.h"

#include <algorithm>
#include <regex>
#include <set>

namespace foreweave {

namespace {

using Json = nlohmann::json;

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  void check(const Json& schema, const Json& value, const std::string& path) {
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "$schema" || keyword == "title" || keyword == "description" ||
          keyword == "$defs") {
        continue;
      } else if (keyword == "$ref") {
        check(resolve(rule.get<std::string>()), value, path);
      } else if (keyword == "type") {
        require(has_type(rule, value), path, "is not of type " + rule.dump());
      } else if (keyword == "const") {
        require(value == rule, path, "is not " + rule.dump());
      } else if (keyword == "enum") {
        bool found = false;
        for (const Json& allowed : rule) found = found || allowed == value;
        require(found, path, value.dump() + " is not one of " + rule.dump());
      } else if (keyword == "minimum") {
        require(!value.is_number() || value >= rule, path, "is below " + rule.dump());
      } else if (keyword == "pattern") {
        require(!value.is_string() || std::regex_search(value.get<std::string>(),
                                                        std::regex(rule.get<std::string>())),
                path, value.dump() + " does not match " + rule.dump());
      } else if (keyword == "anyOf") {
        const bool fits = std::any_of(rule.begin(), rule.end(), [&](const Json& one) {
          Validator alone(root_);
          alone.check(one, value, path);
          return alone.take().empty();
        });
        require(fits, path, value.dump() + " is nothing that is allowed there");
      } else if (keyword == "minItems") {
        require(!value.is_array() || value.size() >= rule, path, "has too few items");
      } else if (keyword == "items") {
        check_items(rule, value, path);
      } else if (keyword == "properties") {
        check_properties(rule, value, path);
      } else if (keyword == "required") {
        for (const Json& name : rule)
          require(!value.is_object() || value.contains(name.get<std::string>()), path,
                  "lacks " + name.dump());
      } else if (keyword == "additionalProperties" && rule == false) {
        check_no_more(schema, value, path);
      } else {
        violations_.push_back("the schema uses the keyword " + keyword +
                              ", which is not known here");
      }
    }
  }

  std::vector<std::string> take() { return std::move(violations_); }

 private:
  void require(bool good, const std::string& path, const std::string& what) {
    if (!good) violations_.push_back("at " + (path.empty() ? "/" : path) + ": " + what);
  }

  Json resolve(const std::string& ref) {
    const std::string prefix = "#/$defs/";
    if (ref.starts_with(prefix) && root_["$defs"].contains(ref.substr(prefix.size())))
      return root_["$defs"][ref.substr(prefix.size())];
    violations_.push_back("the schema refers to " + ref + ", which is not there");
    return Json::object();
  }

  static bool has_type(const Json& rule, const Json& value) {
    if (rule.is_array()) {
      for (const Json& one : rule)
        if (has_type(one, value)) return true;
      return false;
    }
    const std::string type = rule.get<std::string>();
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_boolean();
    return type == "null" && value.is_null();
  }

  void check_items(const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_array()) return;
    for (size_t i = 0; i < value.size(); ++i) check(rule, value[i], path + "/" + std::to_string(i));
  }

  void check_properties(const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_object()) return;
    for (const auto& [name, schema] : rule.items())
      if (value.contains(name)) check(schema, value[name], path + "/" + name);
  }

  void check_no_more(const Json& schema, const Json& value, const std::string& path) {
    if (!value.is_object()) return;
    for (const auto& [name, ignored] : value.items())
      require(schema.contains("properties") && schema["properties"].contains(name), path,
              "has an unknown member \"" + name + "\"");
  }

  const Json& root_;
  std::vector<std::string> violations_;
};

// Every part of the schema, also those that the value at hand does not reach.
void find_unknown_keywords(const Json& schema, std::vector<std::string>& out) {
  static const std::set<std::string> known = {
      "$schema", "title",    "description", "$defs",    "$ref",
      "type",    "const",    "enum",        "minimum",  "pattern",
      "items",   "minItems", "properties",  "required", "additionalProperties",
      "anyOf"};
  for (const auto& [keyword, rule] : schema.items()) {
    if (!known.contains(keyword))
      out.push_back("the schema uses the keyword " + keyword + ", which is not known here");
    if (keyword == "items") find_unknown_keywords(rule, out);
    if (keyword == "properties" || keyword == "$defs" || keyword == "anyOf")
      for (const auto& [name, part] : rule.items()) find_unknown_keywords(part, out);
  }
}

}  // namespace

std::vector<std::string> schema_violations(const Json& schema, const Json& value) {
  std::vector<std::string> violations;
  find_unknown_keywords(schema, violations);
  if (!violations.empty()) return violations;
  Validator validator(schema);
  validator.check(schema, value, "");
  return validator.take();
}

}  // namespace foreweave
