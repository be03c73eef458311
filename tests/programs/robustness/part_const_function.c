int size_of(int kind) { return kind * 3 + 1; }
