// Where a place is in XML that may be half typed. What is well-formed is read by rulings/xml.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::lsp {

struct XmlAt {
  enum class Where {
    Nowhere,    ///< a comment, or beside the root element
    Content,    ///< what stands in an element
    Tag,        ///< the name of an element
    Attribute,  ///< the name of an attribute, or where one may come
    Value
  };
  struct Open {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    /// Its value; empty when there is none.
    std::string get(std::string_view attribute) const;
  };
  Where where = Where::Nowhere;
  std::vector<Open> open;  ///< elements around it, outermost first; of a start tag also its own
  std::string attribute;   ///< of a value
  std::size_t begin = 0, end = 0;  ///< of the name, the value, or the run of text

  bool in(std::string_view element) const;  ///< is an element of this name around it?
};

XmlAt xml_at(std::string_view text, std::size_t offset);

/// The five entities of XML as what they stand for, and the other way round.
std::string unescape_xml(std::string_view text);
std::string escape_xml(std::string_view text);

}  // namespace hanrei::lsp
