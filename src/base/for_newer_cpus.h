// Hot loops that gain from instructions which not every x86-64 has (counting leading zeros in one
// cycle, shifts by any register) are compiled twice, and the loader picks the one for its CPU.
// Everything that such a function calls is made part of it, as far as its text is at hand.
#pragma once

// Sanitizers are not set up yet when the loader picks.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOREWEAVE_FOR_NEWER_CPUS_TOO \
  [[gnu::target_clones("arch=x86-64-v3", "default"), gnu::flatten]]
#else
#define FOREWEAVE_FOR_NEWER_CPUS_TOO
#endif
