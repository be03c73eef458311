// The links of std::list, which libstdc++ changes in its own library: done here instead, where it
// is recorded as what it is. The layout is libstdc++'s; a list is a ring through its header.
namespace std::__detail {

struct _List_node_base {
  _List_node_base *next, *previous;

  static void swap(_List_node_base& a, _List_node_base& b) noexcept;
  void _M_hook(_List_node_base* position) noexcept;
  void _M_unhook() noexcept;
  void _M_transfer(_List_node_base* first, _List_node_base* last) noexcept;
  void _M_reverse() noexcept;
};

// Before `position`.
void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  next = position;
  previous = position->previous;
  position->previous->next = this;
  position->previous = this;
}

void _List_node_base::_M_unhook() noexcept {
  _List_node_base *const behind = next, *const before = previous;
  before->next = behind;
  behind->previous = before;
}

// The nodes from `first` up to but without `last` to before this one.
void _List_node_base::_M_transfer(_List_node_base* const first,
                                  _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const final = last->previous;
  _List_node_base* const before = previous;
  first->previous->next = last;
  last->previous = first->previous;
  before->next = first;
  first->previous = before;
  final->next = this;
  previous = final;
}

// Every node's links are exchanged, the header's too.
void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const behind = node->next;
    node->next = node->previous;
    node->previous = behind;
    node = behind;
  } while (node != this);
}

// Of headers. An empty list's header points to itself, wherever it goes.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const _List_node_base old_a = a, old_b = b;
  const bool a_is_empty = old_a.next == &a, b_is_empty = old_b.next == &b;
  if (b_is_empty) {
    if (!a_is_empty) a.next = a.previous = &a;
  } else {
    a.next = old_b.next;
    a.previous = old_b.previous;
    a.next->previous = a.previous->next = &a;
  }
  if (a_is_empty) {
    if (!b_is_empty) b.next = b.previous = &b;
  } else {
    b.next = old_a.next;
    b.previous = old_a.previous;
    b.next->previous = b.previous->next = &b;
  }
}

}  // namespace std::__detail
