// Functions of libc for wide characters, and for bytes up to a certain one: what they touch is seen
// by whoever reads it, and by nobody else.
//
// expect-exit: 0
// expect-output: 7 wide, of which 3 are left; found at 4
// expect-events: fork=1 join=1 acquire=2 release=2
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static wchar_t text[16], copy[16];
static char bytes[16], copied[16];

static void* fill(void* unused) {
  pthread_mutex_lock(&mutex);
  wcscpy(text, L"seven w");
  wmemset(copy, L'-', 16);
  wmemcpy(copy, text, wcslen(text) + 1);
  wmemmove(copy, copy + 4, 4);
  strcpy(bytes, "one.two.");
  CHECK(memccpy(copied, bytes, '.', sizeof bytes) == copied + 4);
  CHECK(memccpy(copied + 8, bytes, '!', 2) == NULL);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  join_thread(start_thread(fill, NULL));
  pthread_mutex_lock(&mutex);
  CHECK(wcscmp(text, L"seven w") == 0 && wmemcmp(text, copy, 4) != 0 && copy[3] == 0);
  CHECK(copy[4] == L'n' && copy[8] == L'-' && copied[3] == '.' && copied[4] == 0 &&
        copied[9] == 'n');
  CHECK(memrchr(bytes, '.', 7) == bytes + 3 && memrchr(bytes, 'x', 8) == NULL);
  const size_t all = wcslen(text), left = wcslen(copy);
  pthread_mutex_unlock(&mutex);
  wchar_t* end = wcpcpy(copy, L"ab");
  CHECK(end == copy + 2 && wmempcpy(copy, text, 4) == copy + 4);
  printf("%zu wide, of which %zu are left; found at %td\n", all, left,
         (const char*)memchr(bytes + 1, '.', 7) - bytes + 1);
  return 0;
}
