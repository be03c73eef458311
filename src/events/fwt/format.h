// .fwt, our trace file: blocks of columns under zstd, an index at the end (docs/trace-format.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/meter.h"
#include "base/result.h"
#include "events/build/trace_builder.h"
#include "events/fwt/coding/phrase.h"
#include "events/fwt/phrases/phrase_slice.h"
#include "events/trace.h"

namespace foreweave {

// By its first bytes; a file cut within its head still looks like one.
bool looks_like_fwt(std::span<const uint8_t> bytes);

// Reads up to the first damage and counts what lies behind it in the losses. An error only if no
// event can be read: not a trace, a newer version, a damaged head, or damage before the first
// event. With more than one job a second thread decodes; the trace is the same.
Result<Trace> read_fwt(std::span<const uint8_t> bytes, const std::string& file, unsigned jobs = 1,
                       Meter* meter = nullptr);

// Writes a trace event by event, in bounded memory. Every block is a slice of the total order and
// can be read without the blocks after it, so that a recording that was cut short loses only its
// last block. One thread.
class FwtWriter {
 public:
  // Takes the next bytes of the file; false if they could not be written.
  using Sink = std::function<bool(std::span<const uint8_t>)>;

  // With `workers`, that many threads of the writer's own make its blocks and call the sink, one at
  // a time, while its owner goes on.
  explicit FwtWriter(Sink sink, unsigned workers = 0);
  ~FwtWriter();  // writes nothing: a file without finish() is a recording that was cut short

  // Tables may grow while events are written; what an event refers to must be added before it.
  // Text longer than 1 MiB is cut there; attachments may have any length.
  uint32_t add_thread(std::string_view name);
  uint32_t add_site(std::string_view file, uint32_t line, uint32_t column,
                    std::string_view function);
  // Accesses at `access` use the pointer that the load at `load` saw; requires sites that were
  // added.
  void add_pointer(uint32_t access, uint32_t load);
  // The function of `site` was inlined by `call`; requires that the call was added before the site.
  void add_inlined(uint32_t site, uint32_t call);
  void add_symbol(uint64_t address, uint64_t size, std::string_view name);
  void add_attachment(std::string_view name, std::string_view bytes);
  // What this trace lacks already and its reader could not find out again.
  void add_loss(Loss loss, uint64_t count);
  // Requires sites that were added. Numbered from 0. Without a layout, all numbers come with every
  // use.
  uint32_t add_phrase(const Phrase& phrase);
  uint32_t add_phrase(const Phrase& phrase, const PhraseLayout& layout);
  // Requires fewer than TraceBuilder::kMaxEvents so far.
  void add(const RawEvent& event);
  // All events of a phrase, one after the other, by one thread: much faster than one by one.
  // Requires a thread and a phrase that were added, and numbers for their blanks as their layouts
  // say; sizes below 2^32, and forks and joins of threads that were added, or nobody can read the
  // block. The number for a blank that is for a value is not the value but how it differs from what
  // the image of memory says (memory_image.h), which the caller has to keep up with.
  void add(uint32_t thread, const PhraseUse& use) {
    if (!slice_ || !slice_->add_quickly(thread, use)) [[unlikely]]
      add_slowly(thread, use);
  }
  // The same, faster if the hint is that of the last use of the same phrase with the same optional
  // numbers, which it becomes.
  [[gnu::always_inline]] void add(uint32_t thread, const PhraseUse& use, FwtFormHint& hint) {
    if (!slice_ || !slice_->add_quickly(thread, use, hint)) [[unlikely]]
      hint = add_and_find(thread, use);
  }
  // The caller's image is zero from here on.
  void forget_memory();

  // So far. Bytes are those given to the sink.
  uint64_t event_count() const;
  uint64_t bytes() const;
  bool every_byte_written() const;

  // Hands everything added so far to the sink as a block, however small it is.
  bool flush();
  // Writes what is buffered and the index; nothing may be added afterwards. Tells whether every
  // byte was written.
  bool finish();

 private:
  struct State;

  void add_slowly(uint32_t thread, const PhraseUse& use);
  FwtFormHint add_and_find(uint32_t thread, const PhraseUse& use);

  std::unique_ptr<State> state_;
  FwtPhraseSlice* slice_ = nullptr;  // that phrases are added to, if there is one
};

// A whole trace back into events by address, as the writer takes them. `keep` says which (for
// cutting a trace); null keeps all.
bool write_fwt(const Trace& trace, FwtWriter::Sink sink,
               const std::function<bool(EventId)>& keep = nullptr);

}  // namespace foreweave
