/* For programs that want to tell Foreweave more than it can see. Everything here does nothing in a
 * program that is built with another compiler, and next to nothing in one that is not being
 * recorded.
 *
 *   #include <foreweave.h>
 *
 *   FOREWEAVE_HAPPENS_BEFORE(&queue);   What this thread did so far comes before ...
 *   FOREWEAVE_HAPPENS_AFTER(&queue);    ... what a thread does after this, for the same address.
 *                                       For synchronisation that we cannot see, such as
 * hand-written assembler. __tsan_release and __tsan_acquire mean the same.
 *   FOREWEAVE_ATOMIC_BEGIN();           What this thread does up to the end is meant to look as if
 *   FOREWEAVE_ATOMIC_END();             nobody came in between.
 *   FOREWEAVE_IGNORE_BEGIN();           Accesses of this thread up to the end are not recorded;
 *   FOREWEAVE_IGNORE_END();             its locks and threads are. May be nested.
 */
#ifndef FOREWEAVE_H
#define FOREWEAVE_H

#ifdef __FOREWEAVE__
#ifdef __cplusplus
extern "C" {
#endif
/* Weak: a shared library may be loaded by a program that was built without Foreweave. */
__attribute__((weak)) void __fw_happens_before(const volatile void* address);
__attribute__((weak)) void __fw_happens_after(const volatile void* address);
__attribute__((weak)) void __fw_atomic_begin(void);
__attribute__((weak)) void __fw_atomic_end(void);
__attribute__((weak)) void __fw_ignore_begin(void);
__attribute__((weak)) void __fw_ignore_end(void);
#ifdef __cplusplus
}
#endif
#define FOREWEAVE_HAPPENS_BEFORE(address) \
  (__fw_happens_before ? __fw_happens_before(address) : (void)0)
#define FOREWEAVE_HAPPENS_AFTER(address) \
  (__fw_happens_after ? __fw_happens_after(address) : (void)0)
#define FOREWEAVE_ATOMIC_BEGIN() (__fw_atomic_begin ? __fw_atomic_begin() : (void)0)
#define FOREWEAVE_ATOMIC_END() (__fw_atomic_end ? __fw_atomic_end() : (void)0)
#define FOREWEAVE_IGNORE_BEGIN() (__fw_ignore_begin ? __fw_ignore_begin() : (void)0)
#define FOREWEAVE_IGNORE_END() (__fw_ignore_end ? __fw_ignore_end() : (void)0)
#else
#define FOREWEAVE_HAPPENS_BEFORE(address) ((void)(address))
#define FOREWEAVE_HAPPENS_AFTER(address) ((void)(address))
#define FOREWEAVE_ATOMIC_BEGIN() ((void)0)
#define FOREWEAVE_ATOMIC_END() ((void)0)
#define FOREWEAVE_IGNORE_BEGIN() ((void)0)
#define FOREWEAVE_IGNORE_END() ((void)0)
#endif

#endif
