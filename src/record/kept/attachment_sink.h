// Takes attachments for a trace that is being written.
#pragma once

#include <functional>
#include <string_view>

namespace foreweave {

using AttachmentSink = std::function<void(std::string_view name, std::string_view bytes)>;

}  // namespace foreweave
