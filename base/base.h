#pragma once

/// The ground floor of Hanrei: places in text, diagnostics, JSON with places, files, and a few
/// words the language lacks. It knows nothing of games. A short manual:
///
/// Reading a file the user wrote:
///
///     base::SourceMap sources;                       // owns the text of every file
///     base::DiagnosticLog log;                       // collects what is wrong with it
///     base::Result<std::string> text = base::read_file(path);
///     if (!text) {
///       log.add(base::Code::CannotReadFile, {}, {path, text.error().message});
///       return;
///     }
///     base::Span file = sources.add(path, std::move(*text));
///     if (std::optional<base::Json> json = base::read_json(sources, file, log)) {
///       const base::Json* name = json->find("name"); // nullptr when it is not there
///     }
///     log.sort(sources);
///     for (const base::Diagnostic& d : log.all()) {
///       base::Place at = sources.place(d.span);      // line and column, worked out only now
///       print(at, base::code_text(d.code), base::message(d, base::Lang::En));
///     }
///
/// Kinds of trouble have shapes of their own:
///  - a file the user wrote is wrong: a Diagnostic in the log, and the stage goes on;
///  - the world refused (disk, database): a Result<T>, a value or an Error;
///  - the engine cannot tell: checker::Verdict::Unknown, and why;
///  - our own mistake: HANREI_CHECK(cond), which says where and throws InternalError;
///  - an end was asked for: heed_stop() throws Stopped, which is no std::exception.
///
/// Text from files goes through safe_terminal() before a person sees it on a terminal.

#include "base/check.h"            // HANREI_CHECK, InternalError
#include "base/contains.h"         // contains
#include "base/id.h"               // TypedId, Table
#include "base/io/file.h"          // read_file, write_file_atomic, list_files
#include "base/json/read.h"        // read_json
#include "base/json/value.h"       // Json, Member
#include "base/json/write.h"       // JsonWriter, canonical
#include "base/result.h"           // Result, Error
#include "base/stop.h"             // Stopped, heed_stop, Heeding
#include "base/text/diagnostic.h"  // Diagnostic, DiagnosticLog, Code, Lang
#include "base/text/reason.h"      // Reason, ReasonCode
#include "base/text/source_map.h"  // Span, Place, SourceMap
#include "base/text/unicode.h"     // display_width, safe_terminal, fold
