// Inside predict/streaming: the engines, one a file.
#pragma once

#include "predict/engine.h"

namespace foreweave {

const Engine& lockset_engine();
const Engine& hb_engine();
const Engine& shb_engine();
const Engine& wcp_engine();
const Engine& cp_engine();
const Engine& syncp_engine();
const Engine& c11_engine();

}  // namespace foreweave
