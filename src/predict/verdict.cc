#include "predict/verdict.h"

namespace foreweave {

std::string_view describe(Why why) {
  switch (why) {
    case Why::engine_incomplete:
      return "the engine cannot tell";
    case Why::over_approximation:
      return "possible as far as locks go";
    case Why::no_witness:
      return "no witness was found";
    case Why::budget:
      return "the budget ran out";
    case Why::attempts:
      return "not every instance was tried";
    case Why::data_missing:
      return "the trace lacks what the engine needs";
    case Why::unseen:
      return "code that was not recorded writes there, or orders threads";
    case Why::not_covered:
      return "the engine does not answer this kind of claim";
  }
  return "";
}

}  // namespace foreweave
