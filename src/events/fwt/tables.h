// The records of a block of tables: texts, threads, sites, pointers, symbols, phrases, attachments,
// losses.
// Each is numbered in the order of the file and used by number afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/byte_writer.h"
#include "events/build/trace_builder.h"
#include "events/columns/string_table.h"
#include "events/fwt/coding/phrase.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/losses.h"

namespace foreweave {

class FwtTableWriter {
 public:
  uint32_t thread_count() const { return thread_count_; }
  uint32_t site_count() const { return site_count_; }

  void add_thread(std::string_view name);
  void add_site(std::string_view file, uint32_t line, uint32_t column, std::string_view function);
  // The access of a site uses the pointer that the load of another one saw; both were added.
  void add_pointer(uint32_t access, uint32_t load);
  // The function of a site was inlined by a call, which was added before it.
  void add_inlined(uint32_t site, uint32_t call);
  void add_symbol(uint64_t address, uint64_t size, std::string_view name);
  // Blanks are numbered again: only those that its events use are part of the file.
  void add_phrase(const Phrase& phrase);
  void add_forget();
  void add_loss(Loss loss, uint64_t count);
  // An attachment is its whole length and then pieces of at most kFwtMaxText bytes that make it up,
  // so that none makes a block too large.
  void start_attachment(std::string_view name, uint64_t bytes);
  void add_attachment_piece(std::string_view bytes);

  // The records since the last clear(), as the payload of a block.
  std::span<const uint8_t> payload() const { return records_.written(); }
  void clear() { records_.clear(); }

 private:
  uint32_t number_of(std::string_view text);

  ByteWriter records_;
  StringTable texts_;
  uint32_t thread_count_ = 0, site_count_ = 0;
};

class FwtTableReader {
 public:
  explicit FwtTableReader(size_t max_threads = TraceBuilder::kMaxThreads)
      : max_threads_(max_threads) {}

  // Adds the records of `payload` to `builder`, and phrases to `phrases`; or nothing at all, if
  // they make no sense. An attachment is added when it is whole.
  bool read(std::span<const uint8_t> payload, TraceBuilder& builder, FwtPhraseDecoder& phrases);
  // As that, for who only decodes events: phrases, and how many threads and sites there are.
  bool skim(std::span<const uint8_t> payload, FwtPhraseDecoder& phrases);

  size_t thread_count() const { return thread_count_; }
  size_t site_count() const { return site_count_; }

 private:
  struct Record {
    uint8_t tag = 0;
    uint64_t numbers[4] = {};
    std::string_view text;
    Phrase phrase;
  };
  struct OpenAttachment {
    std::string name, bytes;
  };

  // False at the first record that makes no sense.
  template <class Each>
  bool go_through(std::span<const uint8_t> payload, const Each& each) const;
  // Each record is counted, and then added if somebody wants it.
  void count(const Record& record, FwtPhraseDecoder& phrases);
  void add(const Record& record, TraceBuilder& builder);

  const size_t max_threads_;
  std::vector<std::string> texts_;
  size_t thread_count_ = 0, site_count_ = 0;
  OpenAttachment attachment_;
  uint64_t attachment_left_ = 0;
};

}  // namespace foreweave
