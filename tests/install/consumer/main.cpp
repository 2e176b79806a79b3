// consumer GAME RULING: how a ruling stands, what can come of it, and why.
#include <hanrei/hanrei.h>

#include <iostream>

int main(int, char** argv) {
  hanrei::Game game(argv[1]);
  const hanrei::Checked checked = game.check({argv[2], {}});
  for (const hanrei::Message& m : checked.messages)
    std::cout << m.path << ":" << m.line << ":" << m.column << ": " << m.code << " " << m.text
              << "\n";
  std::cout << checked.id << ": " << name(checked.standing) << "\n";
  for (const hanrei::Claim& c : checked.claims)
    std::cout << "  " << name(c.standing) << (c.by_states ? " states" : "")
              << (c.by_solver ? " solver" : "") << ": " << c.text << "\n";
  for (const hanrei::Outcomes& o : game.ask({argv[2], {}}).cases)
    std::cout << "  " << o.outcomes.size() << " outcomes" << (o.complete ? "" : ", perhaps more")
              << "\n";
  const std::string why = game.explain({argv[2], {}}).text;
  std::cout << "  " << (why.empty() ? "nothing to tell" : "told") << "\n";
  return checked.standing == hanrei::Standing::Confirmed ? 0 : 1;
}
