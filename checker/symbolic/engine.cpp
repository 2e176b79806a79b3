#include "checker/symbolic/engine.h"
namespace hanrei::checker::symbolic {
struct Engine::Impl {};
Engine::Engine(const Question&, const Limits&, const Faults&) {}
Engine::~Engine() = default;
Answer Engine::answer(const rulings::Claim&) { Answer a; a.reason = "not built yet"; return a; }
}  // namespace hanrei::checker::symbolic
