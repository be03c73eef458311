// The formats of a report by name: what --format takes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "report/formats/text_style.h"
#include "report/report.h"

namespace foreweave {

enum class ReportFormat : uint8_t { text, json, sarif, html, perfetto, junit };

std::string_view name(ReportFormat format);
std::optional<ReportFormat> report_format_from_name(std::string_view name);
std::span<const ReportFormat> report_formats();

struct RenderOptions {
  TextStyle style = {};           // of text
  std::string_view version = "";  // of the program that makes the report
};

// The same report gives the same bytes.
std::string render(const Report& report, ReportFormat format, const RenderOptions& options);

}  // namespace foreweave
