// Loops whose bodies are little more than their accesses: what is inserted there is what recording
// costs. Only compiled, never run.
struct Node {
  struct Node* next;
  long value;
};

long walk_list(const struct Node* node) {
  long sum = 0;
  for (; node; node = node->next) sum += node->value;
  return sum;
}

long sum_array(const int* numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; ++i) sum += numbers[i];
  return sum;
}

void fill_array(long* numbers, long count, long value) {
  for (long i = 0; i < count; ++i) numbers[i] = value * i;
}

double add_arrays(double* to, const double* from, long count) {
  double last = 0;
  for (long i = 0; i < count; ++i) last = to[i] += from[i];
  return last;
}

long count_words(const char* text) {
  long words = 0;
  int inside = 0;
  for (; *text; ++text) {
    const int letter = *text != ' ' && *text != '\n';
    if (letter && !inside) ++words;
    inside = letter;
  }
  return words;
}
