#include "base/bytes/sha256.h"

#include <gtest/gtest.h>

#include <string>

namespace foreweave {
namespace {

std::string hash_of(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hex(hash.finish());
}

// The examples of FIPS 180-4.
TEST(Sha256, IsWhatTheStandardSays) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnThePieces) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i);
  for (size_t piece : {1, 3, 55, 56, 63, 64, 65, 128}) {
    Sha256 hash;
    for (size_t at = 0; at < text.size(); at += piece)
      hash.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(hex(hash.finish()), hash_of(text)) << piece;
  }
}

// RFC 4231, test cases 1 and 2, whose keys are filled up with zeros by the rules of HMAC.
TEST(Hmac, IsWhatTheStandardSays) {
  std::array<uint8_t, 32> key{};
  std::fill_n(key.begin(), 20, uint8_t{0x0b});
  Hmac first(key);
  first.add("Hi There");
  EXPECT_EQ(hex(first.finish()),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  key = {'J', 'e', 'f', 'e'};
  Hmac second(key);
  second.add("what do ya want ");
  second.add("for nothing?");
  EXPECT_EQ(hex(second.finish()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(SameDigest, TellsWhetherAllOfItIsTheSame) {
  EXPECT_TRUE(same_digest("abcd", "abcd"));
  EXPECT_FALSE(same_digest("abcd", "abce"));
  EXPECT_FALSE(same_digest("abcd", "abc"));
}

}  // namespace
}  // namespace foreweave
