// Signals, orders, exchanges: how what happens at once is put into an order.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

void signal(Translation& tr, const Json& form);
void order(Translation& tr, const Json& form);
/// The order that a step names, or states itself.
OrderId order_at(Translation& tr, const Json& use, Scope& scope, const std::string& owner);
void exchange(Translation& tr, const Json& form);
ExchangeId exchange_at(Translation& tr, const Json& use, const std::string& owner);
/// Before: every act and exchange is there. After: each window has the acts that may be declared.
void menus(Translation& tr);

}  // namespace hanrei::model
