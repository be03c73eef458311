// The str* functions read and write memory inside the C library: copies, concatenation, searching,
// comparison, splitting, conversion, formatted output into a buffer.
//
// expect-exit: 0
// expect-output: one,two;three=3
// expect-events: fork=2 join=2
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>

#include "../check.h"

static char text[64], padded[8];

static void* build(void* unused) {
  strcpy(text, "one");
  strcat(text, ",");
  strncat(text, "two,zwei", 3);
  char* end = stpcpy(text + strlen(text), ";");
  snprintf(end, sizeof text - (size_t)(end - text), "%s=%d", "three", 3);
  strncpy(padded, "pad", sizeof padded);
  return unused;
}

static void* inspect(void* unused) {
  CHECK(strlen(text) == 15 && strnlen(text, 4) == 4);
  CHECK(strcmp(text, "one") > 0 && strncmp(text, "one", 3) == 0 && strcasecmp("ONE", "one") == 0);
  CHECK(strchr(text, ',') == text + 3 && strrchr(text, 'e') == text + 12);
  CHECK(strstr(text, "two") == text + 4 && strspn(text, "eno") == 3 && strcspn(text, ";") == 7);
  CHECK(strpbrk(text, ";=") == text + 7 && memcmp(padded, "pad\0\0\0\0", 8) == 0);
  CHECK(strtol(text + 14, NULL, 10) == 3);

  char copy[64], *rest = NULL;
  strcpy(copy, text);
  CHECK(strcmp(strtok_r(copy, ",;", &rest), "one") == 0);
  CHECK(strcmp(strtok_r(NULL, ",;", &rest), "two") == 0);
  int number = 0;
  CHECK(sscanf(rest, "three=%d", &number) == 1 && number == 3);
  return unused;
}

int main(void) {
  join_thread(start_thread(build, NULL));
  join_thread(start_thread(inspect, NULL));
  puts(text);
  return 0;
}
