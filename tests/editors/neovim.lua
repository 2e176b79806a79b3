-- Neovim as a user has it, with the lines of docs/editors.md as its init.lua, on a copy of docs/tako in
-- the folder $GAME. Every check is by what the editor shows. Ends with 1 at the first that is wrong.
local game = vim.env.GAME

local function fail(what)
  io.stderr:write("FAILED: " .. what .. "\n" .. vim.fn.execute("messages") .. "\n")
  vim.cmd("cquit")
end
-- Waits for what will be so: a minute, which only a fault takes.
local function await(what, is)
  local last
  local ok = vim.wait(60000, function()
    last = is()
    return last
  end, 20)
  if not ok then fail(what) end
  return last
end
local function same(what, seen, expected)
  if not vim.deep_equal(seen, expected) then
    fail(what .. ": " .. vim.inspect(seen) .. ", expected " .. vim.inspect(expected))
  end
end
local function told()
  return vim.tbl_map(function(d)
    return d.code .. " " .. d.lnum + 1
  end, vim.diagnostic.get(0))
end
-- Puts the cursor into the first `text` of the buffer that has it, so many bytes behind its beginning.
local function at(text, behind)
  for n, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local from = line:find(text, 1, true)
    if from then
      vim.api.nvim_win_set_cursor(0, { n, from - 1 + behind })
      return
    end
  end
  fail("the buffer has no " .. text)
end
local function replace(text, by)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for n, line in ipairs(lines) do
    local from, to = line:find(text, 1, true)
    if from then
      -- As typed: only what changes is told to the server.
      vim.api.nvim_buf_set_text(0, n - 1, from - 1, n - 1, to, { by })
      return
    end
  end
  fail("the buffer has no " .. text)
end
local function file()
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t")
end
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
    end
  end
end
-- Deprecated only later; older ones have nothing else.
local clients_of = vim.lsp.get_clients or vim.lsp.get_active_clients

vim.cmd("edit " .. game .. "/rulings/TK-1.xml")
await("the server is started", function()
  return #clients_of() == 1
end)

-- Diagnostics, of what is typed and not saved. Nothing is told of a good file.
replace('clause="5-1"', 'clause="5-9"')
await("a clause that is not there is told", function()
  return #told() > 0
end)
same("diagnostics", told(), { "HR3006 9" })
replace('clause="5-9"', 'clause="5-1"')
await("the diagnostics go with the mistake", function()
  return #told() == 0
end)

-- Hover, behind letters of several bytes.
at('is="切り込み"', 4)
vim.lsp.buf.hover()
local words = await("hover of a card", floating)
if not words:find("相手の凧1つの糸を2減らす。", 1, true) then fail("hover of a card shows " .. words) end
vim.cmd("doautocmd CursorMoved")

-- Completion, at its place.
at('by="A" act="使う"', 12)
local offered = {}
local items = await("completion", function()
  local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16"), 60000)
  for _, answer in pairs(answers or {}) do
    return answer.result and (answer.result.items or answer.result)
  end
end)
for _, item in ipairs(items) do
  offered[item.label] = item.textEdit
end
if not (offered["揚げる"] and offered["返す"]) then fail("completion offers " .. vim.inspect(items)) end
vim.lsp.util.apply_text_edits({ offered["揚げる"] }, vim.api.nvim_get_current_buf(), "utf-16")
at('<do by="A" act="揚げる" c="e" t="K"/>', 0)
vim.cmd("silent undo")

-- Definition, in another file.
at('clause="5-1"', 9)
vim.lsp.buf.definition()
await("the definition is shown", function()
  return file() == "5-kites.json"
end)
same("the line of the definition", vim.api.nvim_win_get_cursor(0)[1], 3)

-- References, as a list.
at('"5-2"', 2)
vim.lsp.buf.references()
local list = await("references", function()
  local places = vim.fn.getqflist()
  return #places > 0 and places
end)
local rulings = {}
for _, place in ipairs(list) do
  local name = vim.fn.fnamemodify(vim.fn.bufname(place.bufnr), ":t")
  rulings[name] = true
end
if not rulings["TK-4.xml"] then fail("references: " .. vim.inspect(list)) end
vim.cmd("cclose")

-- Rename of a clause, in all files.
vim.cmd("edit " .. game .. "/rulings/TK-1.xml")
at('clause="5-1"', 9)
vim.lsp.buf.rename("5-8")
await("a clause is renamed where it is cited", function()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find('clause="5-8"', 1, true)
end)
vim.cmd("silent wall")
await("nothing is wrong after it", function()
  return #told() == 0
end)

-- A rename that is refused, says why and changes nothing.
at('act="使う"', 6)
local said = {}
local notify = vim.notify
vim.notify = function(message, ...)
  table.insert(said, tostring(message))
  return notify(message, ...)
end
vim.lsp.buf.rename("使わない")
await("why a name is not renamed", function()
  local all = table.concat(said, "\n") .. vim.fn.execute("messages")
  return all:find("使う", 1, true)
end)
same("nothing was changed", vim.bo.modified, false)

-- A file of rules.
vim.cmd("edit " .. game .. "/rulebook/5-kites.json")
replace('"by": ["5-2"]', '"by": ["5-7"]')
await("a clause that is not there is told in a file of rules", function()
  return #told() > 0
end)
same("one server for the game", #clients_of(), 1)

vim.cmd("qall!")
