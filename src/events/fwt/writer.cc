#include <algorithm>

#include "base/check.h"
#include "events/fwt/block_writer.h"
#include "events/fwt/blocks/block_encoder.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/format.h"
#include "events/fwt/tables.h"

namespace foreweave {

struct FwtWriter::State {
  State(Sink sink, unsigned workers) : blocks(std::move(sink), workers) {}

  FwtBlockWriter blocks;
  bool finished = false;
  uint64_t event_count = 0;  // but for those of the slice

  FwtTableWriter tables;  // records that no block has yet
  // What waits for a block; never both.
  std::vector<RawEvent> events;
  std::unique_ptr<FwtPhraseSlice> slice;
  uint32_t slice_count = 0;
  std::vector<FwtPhraseSlice::Shape> shapes;  // of the phrases
  FwtBlockEncoder encoder;

  void write_tables() {
    if (tables.payload().empty()) return;
    ByteWriter payload = blocks.make_payload();
    payload.bytes(tables.payload());
    tables.clear();
    blocks.add(FwtBlockType::tables, std::move(payload), 0);
  }

  void write_events() {
    write_tables();  // first: the events refer to them
    if (!events.empty()) {
      ByteWriter payload = blocks.make_payload();
      encoder.encode(events, tables.thread_count(), tables.site_count(), payload);
      const auto count = static_cast<uint32_t>(events.size());
      events.clear();
      blocks.add(FwtBlockType::events, std::move(payload), count);
    } else if (slice && !slice->is_empty()) {
      event_count += slice->event_count();
      blocks.add(std::move(slice));
      CHECK(event_count <= TraceBuilder::kMaxEvents, "too many events");
    }
  }

  void tables_have_grown() {
    CHECK(!finished, "a finished trace file cannot grow");
    if (tables.payload().size() >= kFwtMaxText) write_tables();
  }
};

FwtWriter::FwtWriter(Sink sink, unsigned workers)
    : state_(std::make_unique<State>(std::move(sink), workers)) {}

FwtWriter::~FwtWriter() = default;

uint32_t FwtWriter::add_thread(std::string_view name) {
  CHECK(state_->tables.thread_count() < TraceBuilder::kMaxThreads, "too many threads");
  state_->tables.add_thread(name);
  state_->tables_have_grown();
  return static_cast<uint32_t>(state_->tables.thread_count() - 1);
}

uint32_t FwtWriter::add_site(std::string_view file, uint32_t line, uint32_t column,
                             std::string_view function) {
  state_->tables.add_site(file, line, column, function);
  state_->tables_have_grown();
  return state_->tables.site_count() - 1;
}

void FwtWriter::add_inlined(uint32_t site, uint32_t call) {
  CHECK(site < state_->tables.site_count() && call < site,
        "a call comes before the sites that it inlined");
  state_->tables.add_inlined(site, call);
  state_->tables_have_grown();
}

void FwtWriter::add_pointer(uint32_t access, uint32_t load) {
  CHECK(std::max(access, load) < state_->tables.site_count(),
        "a pointer's sites must have been added");
  state_->tables.add_pointer(access, load);
  state_->tables_have_grown();
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

void FwtWriter::forget_memory() {
  state_->write_events();
  slice_ = nullptr;
  state_->tables.add_forget();
}

uint32_t FwtWriter::add_phrase(const Phrase& phrase) {
  return add_phrase(phrase, PhraseLayout(number_count(phrase)));
}

uint32_t FwtWriter::add_phrase(const Phrase& phrase, const PhraseLayout& layout) {
  State& s = *state_;
  for (const PhraseEvent& event : phrase)
    CHECK(event.site < s.tables.site_count(), "a phrase's sites must have been added");
  s.shapes.push_back({static_cast<uint32_t>(phrase.size()), static_cast<uint32_t>(layout.size())});
  s.blocks.add_phrase(phrase, layout);
  s.tables.add_phrase(phrase);
  s.tables_have_grown();
  return static_cast<uint32_t>(s.shapes.size() - 1);
}

void FwtWriter::add(const RawEvent& event) {
  State& s = *state_;
  CHECK(event.thread < s.tables.thread_count() && event.site < s.tables.site_count(),
        "an event must be of a thread and a site that were added");
  CHECK(operand_of(event.kind) != Operand::thread || event.operand < s.tables.thread_count(),
        "a fork or join must name a thread that was added");
  CHECK(s.event_count < TraceBuilder::kMaxEvents && !s.finished, "too many events");
  if (s.slice && !s.slice->is_empty()) s.write_events();
  slice_ = nullptr;
  if (s.events.capacity() == 0) s.events.reserve(kFwtMaxBlockEvents);
  s.events.push_back(event);
  ++s.event_count;
  if (s.events.size() == kFwtMaxBlockEvents) s.write_events();
}

// A form's first use, another thread, or a block that is full.
void FwtWriter::add_slowly(uint32_t thread, const PhraseUse& use) {
  State& s = *state_;
  CHECK(thread < s.tables.thread_count() && !s.finished,
        "phrases must be of a thread that was added");
  if (!s.events.empty()) s.write_events();
  PhraseUse rest = use;
  while (true) {
    if (!s.slice) {
      s.slice = s.blocks.make_slice();
      s.slice->set_serial(++s.slice_count);
    }
    const uint32_t times = s.slice->add(thread, rest, s.shapes[use.phrase]);
    rest.times -= times;
    if (rest.times == 0) break;
    rest.numbers += size_t{times} * (use.number_count + use.gap);
    s.write_events();
  }
  slice_ = s.slice.get();
}

FwtFormHint FwtWriter::add_and_find(uint32_t thread, const PhraseUse& use) {
  add(thread, use);
  return slice_->hint_for(use);
}

uint64_t FwtWriter::event_count() const {
  return state_->event_count + (slice_ ? slice_->event_count() : 0);
}
uint64_t FwtWriter::bytes() const { return state_->blocks.bytes(); }
bool FwtWriter::every_byte_written() const { return state_->blocks.every_byte_written(); }

bool FwtWriter::flush() {
  state_->write_events();
  slice_ = nullptr;
  state_->blocks.wait();
  return every_byte_written();
}

bool FwtWriter::finish() {
  CHECK(!state_->finished, "a trace file is finished once");
  state_->write_events();
  slice_ = nullptr;
  state_->finished = true;
  state_->blocks.finish();
  return every_byte_written();
}

}  // namespace foreweave
