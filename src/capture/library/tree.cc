// The red-black trees of std::map, std::set and their kin: what libstdc++ does to the program's
// nodes in its own library, done here instead, where it is recorded as what it is.
//
// The layout is libstdc++'s, which never changes: the header's parent is the root, its left and
// right are the first and the last node, and it is red, which a root never is. Both our functions
// and libstdc++'s may work on the same tree, in turns.
namespace std {

enum _Rb_tree_color { kRed, kBlack };

struct _Rb_tree_node_base {
  _Rb_tree_color color;
  _Rb_tree_node_base *parent, *left, *right;
};

using Node = _Rb_tree_node_base;
using Side = Node* Node::*;

static inline Side other(Side side) { return side == &Node::left ? &Node::right : &Node::left; }
static inline bool is_black(const Node* node) { return !node || node->color == kBlack; }

// In the place of `old`, as seen from above.
static inline void replace(Node* old, Node* by, Node& header) {
  Node* const above = old->parent;
  if (header.parent == old)
    header.parent = by;
  else if (above->left == old)
    above->left = by;
  else
    above->right = by;
}

// The node goes down to `side`, its child on the other side comes up.
static inline void rotate(Node* node, Side side, Node& header) {
  Node* const up = node->*other(side);
  Node* const middle = up->*side;
  node->*other(side) = middle;
  if (middle) middle->parent = node;
  replace(node, up, header);
  up->parent = node->parent;
  up->*side = node;
  node->parent = up;
}

static inline Node* outermost(Node* node, Side side) {
  while (node->*side) node = node->*side;
  return node;
}

// The neighbour of a node in the order of the tree.
static inline Node* next(Node* node, Side side) {
  if (node->*side) return outermost(node->*side, other(side));
  Node* above = node->parent;
  while (node == above->*side) {
    node = above;
    above = above->parent;
  }
  // From the last node of a tree whose root it is we have gone up to the header and beyond.
  return node->*side == above ? node : above;
}

Node* _Rb_tree_increment(Node* node) noexcept { return next(node, &Node::right); }
const Node* _Rb_tree_increment(const Node* node) noexcept {
  return next(const_cast<Node*>(node), &Node::right);
}

static inline Node* previous(Node* node) {
  const bool is_header = node->color == kRed && node->parent->parent == node;
  if (is_header) return node->right;
  if (node->left) return outermost(node->left, &Node::right);
  Node* above = node->parent;
  while (node == above->left) {
    node = above;
    above = above->parent;
  }
  return above;
}

Node* _Rb_tree_decrement(Node* node) noexcept { return previous(node); }
const Node* _Rb_tree_decrement(const Node* node) noexcept {
  return previous(const_cast<Node*>(node));
}

void _Rb_tree_insert_and_rebalance(const bool to_the_left, Node* node, Node* above,
                                   Node& header) noexcept {
  node->parent = above;
  node->left = node->right = nullptr;
  node->color = kRed;
  if (to_the_left) {
    above->left = node;  // the header's left, too, if the tree was empty
    if (above == &header) {
      header.parent = node;
      header.right = node;
    } else if (above == header.left) {
      header.left = node;
    }
  } else {
    above->right = node;
    if (above == header.right) header.right = node;
  }
  // A red node above a red one: colours go up, or a rotation ends it.
  while (node != header.parent && node->parent->color == kRed) {
    Node* const grandparent = node->parent->parent;
    const Side side = node->parent == grandparent->left ? &Node::left : &Node::right;
    Node* const uncle = grandparent->*other(side);
    if (!is_black(uncle)) {
      node->parent->color = uncle->color = kBlack;
      grandparent->color = kRed;
      node = grandparent;
      continue;
    }
    if (node == node->parent->*other(side)) {
      node = node->parent;
      rotate(node, side, header);
    }
    node->parent->color = kBlack;
    grandparent->color = kRed;
    rotate(grandparent, other(side), header);
  }
  header.parent->color = kBlack;
}

// `node` (which may be null), below `above`, has one black node too few on its way down.
static inline void make_up_for_black(Node* node, Node* above, Node& header) {
  while (node != header.parent && is_black(node)) {
    const Side side = node == above->left ? &Node::left : &Node::right;
    Node* sibling = above->*other(side);
    if (sibling->color == kRed) {
      sibling->color = kBlack;
      above->color = kRed;
      rotate(above, side, header);
      sibling = above->*other(side);
    }
    if (is_black(sibling->left) && is_black(sibling->right)) {
      sibling->color = kRed;
      node = above;
      above = above->parent;
      continue;
    }
    if (is_black(sibling->*other(side))) {
      (sibling->*side)->color = kBlack;
      sibling->color = kRed;
      rotate(sibling, other(side), header);
      sibling = above->*other(side);
    }
    sibling->color = above->color;
    above->color = kBlack;
    (sibling->*other(side))->color = kBlack;
    rotate(above, side, header);
    break;
  }
  if (node) node->color = kBlack;
}

// Takes the node out; it is what the caller deletes.
Node* _Rb_tree_rebalance_for_erase(Node* const erased, Node& header) noexcept {
  Node *hole, *above;  // what comes where a node is missing, and what is above that
  _Rb_tree_color missing = erased->color;
  if (erased->left && erased->right) {
    // The next node has no left child; it goes to where the erased one is.
    Node* const next_one = outermost(erased->right, &Node::left);
    missing = next_one->color;
    hole = next_one->right;
    if (next_one == erased->right) {
      above = next_one;
    } else {
      above = next_one->parent;
      above->left = hole;
      if (hole) hole->parent = above;
      next_one->right = erased->right;
      erased->right->parent = next_one;
    }
    next_one->left = erased->left;
    erased->left->parent = next_one;
    replace(erased, next_one, header);
    next_one->parent = erased->parent;
    next_one->color = erased->color;
  } else {
    hole = erased->left ? erased->left : erased->right;
    above = erased->parent;
    if (hole) hole->parent = above;
    replace(erased, hole, header);
    if (header.left == erased) header.left = hole ? outermost(hole, &Node::left) : above;
    if (header.right == erased) header.right = hole ? outermost(hole, &Node::right) : above;
  }
  if (missing == kBlack) make_up_for_black(hole, above, header);
  return erased;
}

}  // namespace std
