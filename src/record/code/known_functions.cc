#include "record/code/known_functions.h"

#include <algorithm>
#include <array>

namespace foreweave {

namespace {

// In the order of their bytes: what the runtime stands in front of.
constexpr std::string_view kIntercepted[] = {
#include "record/code/intercepted_functions.inc"
};

// Of libstdc++, which hand what they are given on to one of those, and do nothing else.
constexpr std::array kHandOn = {
    std::string_view("_ZNSt18condition_variable10notify_allEv"),
    std::string_view("_ZNSt18condition_variable10notify_oneEv"),
    std::string_view("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"),
};

// operator new and delete, in all their forms.
bool allocates(std::string_view name) {
  return name.starts_with("_Znw") || name.starts_with("_Zna") || name.starts_with("_ZdlPv") ||
         name.starts_with("_ZdaPv");
}

}  // namespace

bool is_known_function(std::string_view name) {
  return std::binary_search(std::begin(kIntercepted), std::end(kIntercepted), name) ||
         std::find(kHandOn.begin(), kHandOn.end(), name) != kHandOn.end() || allocates(name);
}

}  // namespace foreweave
