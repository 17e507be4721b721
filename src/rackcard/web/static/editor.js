// The editor of the lab: the text area is the control; behind it the same text in colors, wrapped in the same way.

const known = JSON.parse(document.getElementById("vocabulary").textContent);
const FIELDS = new Set(known.fields);
const PHRASES = new Set(known.phrases);
const KEY = /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#[\]{},"'][^#[\]{},]*?))(\s*:)(?=\s|$)/;
const PARTS = [
  /(#.*$)/, /("[^"]*"?|'[^']*'?)/, /(<[^<>]*>)/,
  /(\d+(?:\.\d+)?\s+(?:to|for)\s+\d+|\b(?:push|loses half|loses|not posted)\b)/,
  /(-?\d+(?:\.\d+)?)/, /([a-z][\w-]*)/, /(\s+)/, /([^\s])/,
];
const VALUE = new RegExp(PARTS.map((part) => part.source).join("|"), "gi");

const area = document.getElementById("text");
const colors = document.getElementById("colors");
let words = new Set();
let events = new Set();
let drawn = [];

/** Put a piece of a line into colors; neighbors of one kind are one piece. */
function add(pieces, kind, text) {
  const last = pieces.at(-1);
  if (last && last[0] === kind) last[1] += text; else pieces.push([kind, text]);
}

function word(text, isPhrase) {
  if (!isPhrase) return "text";
  if (events.has(text)) return "event";
  return words.has(text.toLowerCase()) ? "phrase" : "";
}

/** The rest of a line after its name: values, brackets, names inside of brackets. */
function value(pieces, text, state) {
  let rest = text;
  while (rest) {
    const inside = state.fields.length > 1;
    const name = state.names ? /^(\s*)("[^"]*"|'[^']*'|[^\s#[\]{},"'][^#[\]{},:]*?)(\s*:)(?=\s|$)/.exec(rest) : null;
    if (name) {
      const field = name[2].trim();
      add(pieces, "", name[1]);
      add(pieces, FIELDS.has(field) ? "key" : /^\d/.test(field) ? "number" : "name", name[2]);
      add(pieces, "", name[3]);
      if (FIELDS.has(field)) state.fields[state.fields.length - 1] = field;
      state.names = false;
      rest = rest.slice(name[0].length);
      continue;
    }
    VALUE.lastIndex = 0;
    const [all, comment, quoted, option, pay, number, plain, space, sign] = VALUE.exec(rest);
    const isPhrase = PHRASES.has(state.fields.at(-1));
    if (comment && (!pieces.length || /\s$/.test(pieces.at(-1)[1]))) add(pieces, "comment", all);
    else if (comment) { add(pieces, "", "#"); rest = rest.slice(1); continue; }
    else if (quoted) add(pieces, isPhrase ? "phrase" : "text", all);
    else if (option) add(pieces, "name", all);
    else if (pay && isPhrase) add(pieces, "pay", all);
    else if (number || (pay && !isPhrase)) add(pieces, isPhrase ? "number" : "text", all);
    else if (plain) add(pieces, word(all, isPhrase), all);
    else if (space) add(pieces, pieces.at(-1)?.[0] === "text" ? "text" : "", all);
    else {
      if (sign === "{" || sign === "[") { state.fields.push(state.fields.at(-1)); state.names = sign === "{"; state.kinds.push(sign); }
      else if ((sign === "}" || sign === "]") && inside) { state.fields.pop(); state.kinds.pop(); state.names = false; }
      else if (sign === "," && inside) {
        state.names = state.kinds.at(-1) === "{";
        if (state.names) state.fields[state.fields.length - 1] = state.fields.at(-2);
      }
      add(pieces, "", all);
    }
    rest = rest.slice(all.length);
  }
}

/** The pieces of a line; what is open at its end goes on with the next. */
function pieces(line, state) {
  const found = [];
  const inside = state.fields.length > 1;
  if (!inside && /^\s*#/.test(line)) return [["comment", line]];
  const key = inside ? null : KEY.exec(line);
  if (key) {
    const field = key[2].trim();
    const depth = key[1].length;
    while (state.path.length && state.path.at(-1)[0] >= depth) state.path.pop();
    const around = state.path.at(-1)?.[1] ?? "";
    add(found, "", key[1]);
    add(found, FIELDS.has(field) && around !== "wagers" && around !== "options" ? "key" : /^\d/.test(field) ? "number" : "name", key[2]);
    add(found, "", key[3]);
    const meant = FIELDS.has(field) || !around ? field : around === "wagers" || around === "options" ? field : around;
    state.path.push([depth, meant]);
    state.fields = [meant];
    value(found, line.slice(key[0].length), state);
  } else value(found, line, state);
  return found;
}

/** A line as an element, the place of an error underlined. */
function element(parts, fault) {
  const line = document.createElement("div");
  if (fault) line.className = "faulty";
  let at = 0;
  for (const [kind, text] of parts) {
    const cuts = fault ? [0, fault[0] - at, fault[1] - at, text.length].map((cut) => Math.max(0, Math.min(cut, text.length))) : [0, text.length];
    for (let number = 1; number < cuts.length; number += 1) {
      const part = text.slice(cuts[number - 1], cuts[number]);
      if (!part) continue;
      const span = document.createElement("span");
      span.textContent = part;
      span.className = [kind && `t-${kind}`, fault && number === 2 && "t-error"].filter(Boolean).join(" ");
      line.append(span);
    }
    at += text.length;
  }
  if (!at) line.append(document.createElement("br"));
  return line;
}

/** Where an error is underlined: from its column to the end of the word there. */
function faultIn(line, column) {
  const start = Math.min(column - 1, Math.max(line.length - 1, 0));
  const length = /^[^\s,{}[\]]+/.exec(line.slice(start))?.[0].length ?? 1;
  return [start, start + length];
}

/** Draw the text again; only lines that differ are replaced. */
export function draw() {
  const verdict = document.getElementById("verdict").dataset;
  const [faulty, column] = [Number(verdict.line), Number(verdict.column)];
  const game = /^game: *([\w-]+)/m.exec(area.value)?.[1];
  words = new Set(known.words[game] ?? []);
  const named = /^events: *\{([^}]*)\}|^events:\n((?: +.*\n?)*)/m.exec(area.value);
  events = new Set([...(named?.[1] ?? named?.[2] ?? "").matchAll(/([a-z][\w-]*):/g)].map((one) => one[1]));
  const state = { path: [], fields: [""], kinds: [], names: false };
  const now = area.value.split("\n").map((line, index) => {
    const parts = pieces(line, state);
    const fault = index + 1 === faulty ? faultIn(line, column) : null;
    return { key: JSON.stringify([parts, fault]), parts, fault };
  });
  while (colors.children.length > now.length) colors.lastChild.remove();
  now.forEach((line, index) => {
    if (drawn[index] === line.key) return;
    const made = element(line.parts, line.fault);
    if (colors.children[index]) colors.children[index].replaceWith(made); else colors.append(made);
  });
  drawn = now.map((line) => line.key);
  area.setAttribute("aria-invalid", faulty ? "true" : "false");
}

/** The line and column of the cursor, both from 1. */
export function cursor() {
  const lines = area.value.slice(0, area.selectionStart).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}

/** Where a line and column are drawn, within the page of the editor. */
export function placeOf(line, column) {
  const row = colors.children[line - 1];
  const page = colors.parentElement.getBoundingClientRect();
  if (!row) return { left: 0, top: 0, height: 20 };
  const range = document.createRange();
  range.setStart(row, 0);
  range.collapse(true);
  let left = column - 1;
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.length) { range.setStart(node, left); range.collapse(true); break; }
    left -= node.length;
  }
  const rects = range.getClientRects();
  const box = rects.length ? rects[rects.length - 1] : row.getBoundingClientRect();
  const at = rects.length ? box.left : row.getBoundingClientRect().left;
  return { left: at - page.left, top: box.top - page.top, height: rects.length ? box.height : 20 };
}

/** Write over a part of the text so that it can be undone. */
export function write(start, end, text) {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Go to a line and column, in view. */
export function jump(line, column) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, Math.min(start + 1, area.value.length));
  colors.children[line - 1]?.scrollIntoView({ block: "center" });
}

// A new line begins as deep as the last, and deeper after a colon.
area.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
  const indent = /^ */.exec(line)[0] + (/:\s*$/.test(line) ? "  " : "");
  write(area.selectionStart, area.selectionEnd, `\n${indent}`);
});
