// A library that nobody instruments: it reads from a pipe, and blocks there.
#include <unistd.h>

int read_number(int descriptor);

int read_number(int descriptor) {
  int number = -1;
  return read(descriptor, &number, sizeof number) == sizeof number ? number : -1;
}
