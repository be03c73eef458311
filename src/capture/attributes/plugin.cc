// Makes __attribute__((no_sanitize("thread"))) visible to the pass. Clang drops it on the way to
// LLVM unless it compiles for ThreadSanitizer itself; so functions that have it get an annotation,
// which does arrive there.
//
// And keeps functions of libc's streams that headers define, too, from being inlined: what is in a
// stream is libc's, and nothing could be said of accesses to it; the function itself the runtime
// stands in front of.
//
// Runs before code is generated, declaration by declaration, because clang generates code for a
// function as soon as it has read it.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <vector>

#include "capture/abi/left_alone.h"

namespace foreweave {
namespace {

using namespace clang;

bool is_left_alone(const FunctionDecl& function) {
  return llvm::any_of(function.specific_attrs<NoSanitizeAttr>(), [](const NoSanitizeAttr* a) {
    return (a->getMask() & SanitizerKind::Thread) != SanitizerMask();
  });
}

void mark(FunctionDecl& function) {
  if (!is_left_alone(function)) return;
  for (const auto* annotation : function.specific_attrs<AnnotateAttr>())
    if (annotation->getAnnotation() == FW_LEFT_ALONE) return;
  function.addAttr(
      AnnotateAttr::CreateImplicit(function.getASTContext(), FW_LEFT_ALONE, nullptr, 0));
}

void keep_as_function(FunctionDecl& function) {
  static constexpr llvm::StringLiteral kOfStreams[] = {"getc_unlocked",    "fgetc_unlocked",
                                                       "getchar_unlocked", "putc_unlocked",
                                                       "fputc_unlocked",   "putchar_unlocked"};
  if (!function.hasAttr<GNUInlineAttr>() || function.hasAttr<NoInlineAttr>() ||
      !function.getIdentifier() || !llvm::is_contained(kOfStreams, function.getName()))
    return;
  function.addAttr(NoInlineAttr::CreateImplicit(function.getASTContext()));
}

class Marker : public RecursiveASTVisitor<Marker> {
 public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl* function) {
    mark(*function);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr* lambda) {
    mark(*lambda->getCallOperator());
    return true;
  }
};

class Consumer : public ASTConsumer {
 public:
  explicit Consumer(Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl* declaration : group) look_at(declaration);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl* function) override { look_at(function); }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl* function) override {
    look_at(function);
  }

 private:
  // Nearly no source has the attribute, and looking into all headers would cost time: one of these
  // words must have been read before anything can have it. What comes out of a precompiled header
  // was looked at when that was made.
  bool has_attribute() {
    if (has_attribute_) return true;
    const IdentifierTable& words = preprocessor_.getIdentifierTable();
    for (const char* word :
         {"no_sanitize", "__no_sanitize__", "no_sanitize_thread", "__no_sanitize_thread__"})
      has_attribute_ |= words.find(word) != words.end();
    return has_attribute_;
  }

  void look_at(Decl* declaration) {
    if (auto* function = llvm::dyn_cast<FunctionDecl>(declaration)) keep_as_function(*function);
    if (has_attribute()) Marker().TraverseDecl(declaration);
  }

  Preprocessor& preprocessor_;
  bool has_attribute_ = false;
};

class Action : public PluginASTAction {
 protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler.getPreprocessor());
  }
  bool ParseArgs(const CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const FrontendPluginRegistry::Add<Action> registered("foreweave-attributes",
                                                     "keeps functions out of recordings");

}  // namespace
}  // namespace foreweave
