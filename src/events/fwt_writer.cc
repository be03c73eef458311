#include <algorithm>

#include "base/check.h"
#include "events/fwt_block_encoder.h"
#include "events/fwt_format.h"
#include "events/fwt_hash.h"
#include "events/fwt_layout.h"
#include "events/fwt_tables.h"
#include "events/fwt_zstd.h"

namespace foreweave {

struct FwtWriter::State {
  Sink sink;
  bool every_byte_written = true;
  bool finished = false;
  uint64_t offset = 0;  // bytes given to the sink
  uint32_t blocks = 0;
  uint64_t events_in_blocks = 0;

  std::vector<RawEvent> events;  // of the next block
  FwtTableWriter tables;         // records that no block has yet
  FwtBlockEncoder encoder;
  FwtCompressor compressor;
  ByteWriter payload, fixed, index_entries;
  uint32_t indexed_blocks = 0;

  void write(std::span<const uint8_t> bytes) {
    if (every_byte_written) every_byte_written = sink(bytes);
    offset += bytes.size();
  }

  void write_block(FwtBlockType type, std::span<const uint8_t> raw, uint32_t event_count) {
    const uint64_t start = offset;
    const auto stored = compressor.compress(raw);
    FwtBlockHeader header;
    header.type = type;
    header.sequence = blocks;
    header.first_event = events_in_blocks;
    header.event_count = event_count;
    header.raw_bytes = static_cast<uint32_t>(raw.size());
    header.stored_bytes = static_cast<uint32_t>(stored.size());
    header.payload_hash = fwt_hash(stored);
    fixed.clear();
    put_fwt_header(fixed, header);
    write(fixed.written());
    write(stored);
    events_in_blocks += event_count;
    ++blocks;
    add_to_index(type, event_count, offset - start);
  }

  void add_to_index(FwtBlockType type, uint32_t event_count, uint64_t bytes) {
    constexpr size_t kMostBytesOfAnEntry = 16;
    if (index_entries.size() + 2 * kMostBytesOfAnEntry > kFwtMaxRawBytes) return;
    index_entries.varint(static_cast<uint64_t>(type));
    index_entries.varint(bytes);
    index_entries.varint(event_count);
    ++indexed_blocks;
  }

  void write_tables() {
    if (tables.payload().empty()) return;
    write_block(FwtBlockType::tables, tables.payload(), 0);
    tables.clear();
  }

  void write_events() {
    write_tables();  // first: the events refer to them
    if (events.empty()) return;
    payload.clear();
    encoder.encode(events, tables.thread_count(), tables.site_count(), payload);
    write_block(FwtBlockType::events, payload.written(), static_cast<uint32_t>(events.size()));
    events.clear();
  }

  void tables_have_grown() {
    CHECK(!finished, "a finished trace file cannot grow");
    if (tables.payload().size() >= kFwtMaxText) write_tables();
  }
};

FwtWriter::FwtWriter(Sink sink) : state_(std::make_unique<State>()) {
  state_->sink = std::move(sink);
  state_->events.reserve(kFwtMaxBlockEvents);
  put_fwt_head(state_->fixed);
  state_->write(state_->fixed.written());
}

FwtWriter::~FwtWriter() = default;

uint16_t FwtWriter::add_thread(std::string_view name) {
  CHECK(state_->tables.thread_count() < TraceBuilder::kMaxThreads, "too many threads");
  state_->tables.add_thread(name);
  state_->tables_have_grown();
  return static_cast<uint16_t>(state_->tables.thread_count() - 1);
}

uint32_t FwtWriter::add_site(std::string_view file, uint32_t line, uint32_t column,
                             std::string_view function) {
  state_->tables.add_site(file, line, column, function);
  state_->tables_have_grown();
  return state_->tables.site_count() - 1;
}

void FwtWriter::add_symbol(uint64_t address, uint64_t size, std::string_view name) {
  state_->tables.add_symbol(address, size, name);
  state_->tables_have_grown();
}

void FwtWriter::add_attachment(std::string_view name, std::string_view bytes) {
  state_->tables.start_attachment(name, bytes.size());
  state_->tables_have_grown();
  for (size_t at = 0; at < bytes.size(); at += kFwtMaxText) {
    state_->tables.add_attachment_piece(bytes.substr(at, kFwtMaxText));
    state_->tables_have_grown();
  }
}

void FwtWriter::add_loss(Loss loss, uint64_t count) {
  state_->tables.add_loss(loss, count);
  state_->tables_have_grown();
}

void FwtWriter::add(const RawEvent& event) {
  State& s = *state_;
  CHECK(event.thread < s.tables.thread_count() && event.site < s.tables.site_count(),
        "an event must be of a thread and a site that were added");
  CHECK(operand_of(event.kind) != Operand::thread || event.operand < s.tables.thread_count(),
        "a fork or join must name a thread that was added");
  CHECK(s.events_in_blocks + s.events.size() < TraceBuilder::kMaxEvents && !s.finished,
        "too many events");
  s.events.push_back(event);
  if (s.events.size() == kFwtMaxBlockEvents) s.write_events();
}

bool FwtWriter::flush() {
  state_->write_events();
  return state_->every_byte_written;
}

bool FwtWriter::finish() {
  State& s = *state_;
  CHECK(!s.finished, "a trace file is finished once");
  s.write_events();
  s.finished = true;

  const FwtTrailer trailer{s.offset, s.events_in_blocks, s.blocks};
  s.payload.clear();
  s.payload.varint(s.indexed_blocks);
  s.payload.bytes(s.index_entries.written());
  s.write_block(FwtBlockType::index, s.payload.written(), 0);
  s.fixed.clear();
  put_fwt_trailer(s.fixed, trailer);
  s.write(s.fixed.written());
  return s.every_byte_written;
}

}  // namespace foreweave
