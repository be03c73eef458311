#include "events/fwt/blocks/block_encoder.h"

namespace foreweave {

void FwtBlockEncoder::encode(std::span<const RawEvent> events, size_t thread_count,
                             size_t site_count, ByteWriter& out) {
  find_runs(events);
  predictor_.start(runs_, thread_count);
  site_bytes_ = std::max(1u, (static_cast<unsigned>(std::bit_width(site_count - 1)) + 7) / 8);
  lay_out_columns(events.size());
  new_shapes_.clear();
  size_t at = 0;
  for (const FwtRun& run : runs_) {
    encode_run(events.subspan(at, run.count));
    at += run.count;
  }
  write_payload(out);
}

void FwtBlockEncoder::find_runs(std::span<const RawEvent> events) {
  runs_.clear();
  for (const RawEvent& e : events) {
    if (runs_.empty() || runs_.back().thread != e.thread) runs_.push_back({e.thread, 0});
    ++runs_.back().count;
  }
}

void FwtBlockEncoder::lay_out_columns(size_t event_count) {
  constexpr size_t kSpill = 8;  // fwt_store() writes a little further
  const auto parts = predictor_.parts();
  room_.resize(event_count * (1 + 4 + 8 + 8) + parts.size() * 3 * kSpill);
  begin_.clear();
  uint8_t* free = room_.data();
  for (const FwtPart& part : parts) {
    const size_t n = part.event_count;
    Columns columns;
    columns.control = free;
    columns.site = columns.control + n;
    columns.operand = columns.site + 4 * n + kSpill;
    columns.value = columns.operand + 8 * n + kSpill;
    free = columns.value + 8 * n + kSpill;
    begin_.push_back(columns);
  }
  at_ = begin_;
}

void FwtBlockEncoder::encode_run(std::span<const RawEvent> events) {
  const size_t part_number = predictor_.part_of(events.front().thread);
  FwtPart& part = predictor_.parts()[part_number];
  Columns& at = at_[part_number];
  const FwtCells cells = predictor_.cells();
  for (const RawEvent& e : events) {
    unsigned control = 0;
    if (part.next[part.slot] != e.site) {
      control |= kFwtNewSite;
      part.next[part.slot] = e.site;
      fwt_store(at.site, e.site, site_bytes_);
    }
    const uint32_t slot_of_site = e.site & part.mask;
    FwtSiteMemory& site = part.sites[slot_of_site];
    const EventShape shape{e.kind, e.flags, e.size};
    if (site.shape != shape) {
      control |= kFwtNewShape;
      site.shape = shape;
      new_shapes_.u8(static_cast<uint8_t>(e.kind));
      new_shapes_.u8(e.flags);
      new_shapes_.varint(e.size);
    }

    FwtCell& cell = cells.of(e.operand, site);
    const uint64_t operand = e.operand - site.expected_operand();
    const uint64_t value = e.value - site.expected_value(cell, e.operand);
    site.learn(cell, e.operand, e.value);

    const unsigned operand_code = fwt_length_code(operand), value_code = fwt_length_code(value);
    fwt_store(at.operand, operand, kFwtLengths.bytes[operand_code]);
    fwt_store(at.value, value, kFwtLengths.bytes[value_code]);
    control |= operand_code << kFwtOperandShift;
    control |= value_code << kFwtValueShift;
    *at.control++ = static_cast<uint8_t>(control);
    part.slot = FwtPart::slot_after(slot_of_site, e.kind, e.value);
  }
}

void FwtBlockEncoder::write_payload(ByteWriter& out) const {
  put_fwt_runs(out, runs_);
  out.u8(static_cast<uint8_t>(site_bytes_));
  out.varint(new_shapes_.size());
  out.bytes(new_shapes_.written());
  const auto column = [&](uint8_t* Columns::* which) {
    for (size_t i = 0; i < begin_.size(); ++i) out.bytes({begin_[i].*which, at_[i].*which});
  };
  column(&Columns::control);
  column(&Columns::site);
  column(&Columns::operand);
  column(&Columns::value);
}

}  // namespace foreweave
