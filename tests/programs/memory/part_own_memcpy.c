#include <stddef.h>

// volatile, so that the compiler does not find a call of memcpy in memcpy.
void* memcpy(void* to, const void* from, size_t size) {
  volatile char* t = to;
  const volatile char* f = from;
  for (size_t i = 0; i < size; ++i) t[i] = f[i];
  return to;
}

void* memset(void* to, int value, size_t size) {
  volatile char* t = to;
  for (size_t i = 0; i < size; ++i) t[i] = (char)value;
  return to;
}

size_t strlen(const char* text) {
  const volatile char* t = text;
  size_t length = 0;
  while (t[length]) ++length;
  return length;
}
