#include "registry.h"

#include "predict/closure/closure.h"
#include "predict/closure/engines.h"
#include "predict/streaming/engines.h"

namespace foreweave {

namespace {

std::unique_ptr<DeciderFactory> open_closure(const Trace& trace, const ModelFacts& facts) {
  return closure_deciders(trace, facts);
}

}  // namespace

const Registry& registry() {
  static const DecidingEngine deciders[] = {{m2_engine().info(), open_closure},
                                            {seqcheck_engine().info(), open_closure}};
  static const Registry all{.scanners = streaming_engines(), .deciders = deciders, .patterns = {}};
  return all;
}

}  // namespace foreweave
