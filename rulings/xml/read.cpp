#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <pugixml.hpp>
#include <set>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/text/encoding.h"
#include "base/text/unicode.h"
#include "rulings/rulings.h"
#include "rulings/xml/forms.h"

namespace hanrei::rulings {
namespace {

using base::Code;
constexpr int kMaxDepth = 32;
constexpr std::string_view kFormat = "1";

/// What the parser stumbled over.
std::string fault(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_unrecognized_tag:
      return base::in_both("`<` begins no tag (as text it is written `&lt;`)",
                           "`<` の後がタグではありません(文字としては `&lt;` と書きます)");
    case pugi::status_bad_pi:
      return base::in_both("`<?` is not closed by `?>`", "`<?` が `?>` で閉じていません");
    case pugi::status_bad_comment:
      return base::in_both("`<!--` is not closed by `-->`", "`<!--` が `-->` で閉じていません");
    case pugi::status_bad_cdata:
      return base::in_both("`<![CDATA[` is not closed by `]]>`",
                           "`<![CDATA[` が `]]>` で閉じていません");
    case pugi::status_bad_pcdata:
      return base::in_both("text that nothing ends", "文字の終わりがありません");
    case pugi::status_bad_start_element:
      return base::in_both("a start tag without its `>`", "開始タグが `>` で閉じていません");
    case pugi::status_bad_attribute:
      return base::in_both("an attribute that is not of the form `name=\"value\"`",
                           "属性が `名前=\"値\"` の形ではありません");
    case pugi::status_bad_end_element:
      return base::in_both("an end tag without its `>`", "終了タグが `>` で閉じていません");
    case pugi::status_end_element_mismatch:
      return base::in_both("start and end tag do not match", "開始タグと終了タグが対応しません");
    case pugi::status_no_document_element:
      return base::in_both("no element in it", "要素がありません");
    default: {
      pugi::xml_parse_result r;
      r.status = status;
      return r.description();
    }
  }
}

std::string trim(std::string_view s) {
  const auto space = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  while (!s.empty() && space(s.front())) s.remove_prefix(1);
  while (!s.empty() && space(s.back())) s.remove_suffix(1);
  return std::string(s);
}

class Reader {
 public:
  Reader(std::string_view text, uint32_t file, uint32_t start, base::DiagnosticLog& log)
      : text_(text), file_(file), start_(start), log_(log) {}

  bool element(const pugi::xml_node& node, Element& out, int depth, bool in_deck = false) {
    if (depth > kMaxDepth) {
      log_.add(Code::XmlTooDeep, at(node), {std::to_string(kMaxDepth)});
      return false;
    }
    out.name = node.name();
    out.span = at(node);
    attributes(node, out);
    bool ok = true;
    std::string text;
    std::ptrdiff_t text_at = -1;
    const ElementForm* form = element_form(out.name, in_deck, depth == 1);
    out.children.reserve(std::ranges::count_if(
        node, [](const pugi::xml_node& n) { return n.type() == pugi::node_element; }));
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
        if (text.empty()) text_at = child.offset_debug();
        text += child.value();
        continue;
      }
      if (child.type() != pugi::node_element) continue;
      const std::string_view name = child.name();
      if (form == nullptr || !base::contains(form->children, name)) {
        std::string names;
        if (form != nullptr)
          for (std::string_view c : form->children)
            names += (names.empty() ? "`" : ", `") + std::string(c) + "`";
        log_.add(Code::XmlUnknownElement, at(child),
                 {std::string(name), out.name, names.empty() ? "(none)" : names});
        ok = false;
        continue;
      }
      out.children.emplace_back();
      ok = element(child, out.children.back(), depth + 1, in_deck || out.name == "deck") && ok;
    }
    out.text = trim(text);
    out.text_span = out.span;
    if (const size_t at =
            text_at < 0 ? text_.size()
                        : text_.find_first_not_of(" \n\t\r", start_ + static_cast<size_t>(text_at));
        at < text_.size() && !out.text.empty()) {
      const std::string_view raw =
          text_.substr(at, std::min(text_.find('<', at), text_.size()) - at);
      out.text_span = {file_, static_cast<uint32_t>(at),
                       static_cast<uint32_t>(at + raw.find_last_not_of(" \n\t\r") + 1)};
    }
    if (form != nullptr && !base::contains(form->may, "*")) {
      for (const Element::Attribute& a : out.attributes) {
        if (base::contains(form->must, a.name) || base::contains(form->may, a.name) ||
            a.name.starts_with("xmlns") || a.name.starts_with("xsi:"))
          continue;
        std::string names;
        for (const auto* list : {&form->must, &form->may})
          for (std::string_view n : *list)
            names += (names.empty() ? "`" : ", `") + std::string(n) + "`";
        log_.add(Code::XmlUnknownElement, a.span,
                 {a.name, out.name, names.empty() ? "(none)" : names});
        ok = false;
      }
    }
    if (form != nullptr)
      for (std::string_view must : form->must) {
        if (out.find(must) == nullptr) {
          log_.add(Code::XmlMissing, out.span,
                   {base::in_both("attribute `" + std::string(must) + "`",
                                  "属性 `" + std::string(must) + "`"),
                    out.name});
          ok = false;
        }
      }
    return ok;
  }

 private:
  Span at(const pugi::xml_node& node) const {
    const auto offset = node.offset_debug();
    const uint32_t begin = offset < 0 ? start_ : start_ + static_cast<uint32_t>(offset);
    return {file_, begin, begin + static_cast<uint32_t>(std::string_view(node.name()).size())};
  }

  /// The parser keeps no places of attributes: scan the start tag for them.
  void attributes(const pugi::xml_node& node, Element& out) {
    size_t pos = at(node).end;
    std::set<std::string_view> seen;
    out.attributes.reserve(std::distance(node.attributes_begin(), node.attributes_end()));
    for (const pugi::xml_attribute& a : node.attributes()) {
      Element::Attribute attr{a.name(), a.value(), out.span, out.span};
      while (pos < text_.size() &&
             (text_[pos] == ' ' || text_[pos] == '\n' || text_[pos] == '\t' || text_[pos] == '\r'))
        ++pos;
      attr.name_span = {file_, static_cast<uint32_t>(pos),
                        static_cast<uint32_t>(pos + attr.name.size())};
      size_t eq = pos;
      while (eq < text_.size() && text_[eq] != '=' && text_[eq] != '>') ++eq;
      size_t open = eq;
      while (open < text_.size() && text_[open] != '"' && text_[open] != '\'' && text_[open] != '>')
        ++open;
      if (open < text_.size() && text_[open] != '>') {
        size_t close = open + 1;
        while (close < text_.size() && text_[close] != text_[open]) ++close;
        attr.span = {file_, static_cast<uint32_t>(open + 1), static_cast<uint32_t>(close)};
        pos = close + 1;
      }
      if (!seen.insert(a.name()).second)
        log_.add(Code::XmlDuplicateId, attr.span, {base::in_both("attribute", "属性"), attr.name});
      out.attributes.push_back(std::move(attr));
    }
  }

  std::string_view text_;
  uint32_t file_, start_;
  base::DiagnosticLog& log_;
};

bool is_xml_char(uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) ||
         (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

/// `&…;`: one of the five entities, or the number of a character that XML knows.
bool is_reference(std::string_view name) {
  for (std::string_view known : {"lt", "gt", "amp", "apos", "quot"})
    if (name == known) return true;
  if (!name.starts_with('#')) return false;
  const bool hex = name.starts_with("#x");
  name.remove_prefix(hex ? 2 : 1);
  uint32_t c = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), c, hex ? 16 : 10);
  return error == std::errc{} && end == name.data() + name.size() && is_xml_char(c);
}

/// The parser takes control characters and unknown entities as they come, and a zero byte for the
/// end.
bool characters_fit(std::string_view text, Span whole, base::DiagnosticLog& log) {
  const auto refuse = [&](size_t begin, size_t end, const std::string& en, const std::string& ja) {
    log.add(Code::XmlSyntax, {whole.file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)},
            {base::in_both(en, ja)});
    return false;
  };
  size_t skip_to = 0;  // comments, CDATA and instructions hold no references
  for (size_t i = whole.begin; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!is_xml_char(byte))
      return refuse(i, i + 1, fmt::format("character U+{:04X}", byte),
                    fmt::format("文字 U+{:04X}", byte));
    if (i < skip_to) continue;
    if (byte == '<') {
      for (const auto& [open, close] :
           {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
            {"<![CDATA[", "]]>"},
            {"<?", "?>"}}) {
        if (text.substr(i, open.size()) == open)
          skip_to = std::min(text.find(close, i + open.size()), text.size());
      }
    } else if (byte == '&') {
      const std::string_view name = text.substr(i + 1, 12);
      if (const size_t end = name.find(';');
          end != std::string_view::npos && is_reference(name.substr(0, end)))
        continue;
      return refuse(i, i + 1, "`&` begins no character or entity of XML, write `&amp;`",
                    "`&` の後が XML の文字や実体ではありません。`&amp;` と書いてください");
    }
  }
  return true;
}

/// The parser would pass over what stands beside the root element. Returns that element, or none.
pugi::xml_node single_root(const pugi::xml_document& doc, Span whole, base::DiagnosticLog& log) {
  pugi::xml_node root;
  for (const pugi::xml_node& node : doc.children()) {
    const bool text = node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
    if ((text && !trim(node.value()).empty()) || (node.type() == pugi::node_element && root)) {
      const uint32_t at =
          whole.begin + static_cast<uint32_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
      log.add(
          Code::XmlSyntax, {whole.file, at, std::min(at + 1, whole.end)},
          {base::in_both("something beside the root element", "ルート要素の外に何かがあります")});
      return {};
    }
    if (node.type() == pugi::node_element) root = node;
  }
  if (!root)
    log.add(Code::XmlSyntax, {whole.file, whole.begin, whole.begin},
            {base::in_both("no root element", "ルート要素がありません")});
  return root;
}

}  // namespace

const Element::Attribute* Element::find(std::string_view attribute) const {
  for (const Attribute& a : attributes)
    if (a.name == attribute) return &a;
  return nullptr;
}
std::string Element::get(std::string_view attribute, std::string fallback) const {
  const Attribute* a = find(attribute);
  return a == nullptr ? fallback : a->value;
}

std::optional<Document> read_document(base::SourceMap& sources, const std::string& path,
                                      base::DiagnosticLog& log) {
  base::Result<std::string> read = base::read_file(path);
  if (!read) {
    log.add(Code::CannotReadFile, sources.add(path, ""), {path, read.error().message});
    return std::nullopt;
  }
  return parse_document(sources, path, std::move(*read), log);
}

std::optional<Document> parse_document(base::SourceMap& sources, const std::string& path,
                                       std::string content, base::DiagnosticLog& log) {
  const Span whole = sources.add(path, std::move(content));
  const std::string_view text = sources.text(whole.file);
  if (text.size() > 16u << 20) {
    log.add(Code::FileTooLarge, {whole.file, whole.begin, whole.begin},
            {std::to_string(text.size()), std::to_string(16u << 20)});
    return std::nullopt;
  }
  if (const auto bad = static_cast<uint32_t>(base::valid_utf8_prefix(text)); bad < text.size()) {
    log.add(Code::InvalidUtf8, {whole.file, bad, bad + 1},
            {base::bad_byte(static_cast<unsigned char>(text[bad]), base::other_encoding(text))});
    return std::nullopt;
  }
  if (const size_t dtd = text.find("<!DOCTYPE"); dtd != std::string_view::npos) {
    log.add(Code::XmlEntity,
            {whole.file, static_cast<uint32_t>(dtd), static_cast<uint32_t>(dtd + 9)});
    return std::nullopt;
  }
  if (!characters_fit(text, whole, log)) return std::nullopt;
  pugi::xml_document doc;
  const std::string_view body = text.substr(whole.begin);
  const pugi::xml_parse_result result =
      doc.load_buffer(body.data(), body.size(),
                      pugi::parse_default | pugi::parse_ws_pcdata_single | pugi::parse_fragment,
                      pugi::encoding_utf8);
  if (!result) {
    const uint32_t at =
        whole.begin + static_cast<uint32_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    log.add(Code::XmlSyntax, {whole.file, std::min(at, whole.end), std::min(at + 1, whole.end)},
            {fault(result.status)});
    return std::nullopt;
  }
  const pugi::xml_node root = single_root(doc, whole, log);
  if (!root) return std::nullopt;
  Document out;
  out.path = path;
  out.is_deck = std::string_view(root.name()) == "deck";
  if (!out.is_deck && std::string_view(root.name()) != "ruling") {
    const uint32_t at =
        whole.begin + static_cast<uint32_t>(std::max<std::ptrdiff_t>(root.offset_debug(), 0));
    log.add(Code::XmlUnknownElement,
            {whole.file, at, at + static_cast<uint32_t>(std::string_view(root.name()).size())},
            {root.name(), path, "`ruling`, `deck`"});
    return std::nullopt;
  }
  if (!Reader(text, whole.file, whole.begin, log).element(root, out.root, 1)) return std::nullopt;
  if (const Element::Attribute* format = out.root.find("format"); format->value != kFormat) {
    const bool newer = !format->value.empty() && std::ranges::all_of(format->value, [](char c) {
      return c >= '0' && c <= '9';
    }) && format->value != "0";
    if (newer)
      log.add(Code::NewerFormat, format->span, {format->value, std::string(kFormat)});
    else
      log.add(Code::XmlBadValue, format->span, {"`format`", format->value, std::string(kFormat)});
    return std::nullopt;
  }
  out.id = out.root.get("id");
  out.game = out.root.get("game");
  for (const Element& e : out.root.children)
    if (e.name == "presume") out.presumes.emplace_back(e.get("reading"), e.get("is"));
  return out;
}

}  // namespace hanrei::rulings
