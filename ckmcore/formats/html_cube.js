"use strict";
// A published figure is looked up and shown as it was written, two digits a byte. Nothing here adds, divides or rounds.

const MOST_BARS = 40, MOST_SERIES = 6, BAR = 16, BETWEEN = 9, ROOM = 110;
const MOST_PLACES = 1 << 22, ROWS_A_PAGE = 200, COLUMNS_A_PAGE = 30, FORMULAS = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const grouped = (cube, digits) => String(digits).replace(/\B(?=(\d{3})+$)/g, cube.words.group);
const filled = (text, ...parts) => text.replace(/\[(\d)\]/g, (_, at) => parts[at]);

// The bytes of a cube as columns: of each dimension the category of every cell, of each value sign, minus and digits.
function opened(cube, bytes) {
  let begin = 0;
  const plane = () => bytes.subarray(begin, begin += cube.cells);
  for (const axis of cube.axes) {
    axis.column = plane();
    for (let bits = 8; axis.codes.length > 2 ** bits; bits += 8) {
      const high = plane(), wide = new Uint32Array(axis.column);
      for (let cell = 0; cell < cube.cells; cell++) wide[cell] += high[cell] * 2 ** bits;
      axis.column = wide;
    }
  }
  for (const value of cube.values) {
    value.signs = value.signed ? plane() : null;
    value.minus = value.negative ? plane() : null;
    value.digits = Array.from({ length: value.planes }, plane);
  }
  const values = cube.values, several = values.length > 1;
  const labels = values.map(one => one.label + (one.unit && " (" + one.unit + ")"));
  const notes = values.map((one, at) => [at, one.note]);
  if (several) {
    const codes = values.map(one => one.code);
    const own = { title: cube.value, note: "", axis: "columns", parents: [], total: -1, ofValues: true };
    cube.axes.push(Object.assign(own, { codes, labels, notes }));
  }
  cube.only = several ? cube.words.figure : labels[0] + (notes[0][1] && " " + notes[0][1]);
  for (const axis of cube.axes) {
    const times = new Map(), marks = new Map(axis.notes);
    for (const label of axis.labels) times.set(label, (times.get(label) || 0) + 1);
    axis.names = axis.labels.map((label, at) => label + (times.get(label) > 1 ? " (" + axis.codes[at] + ")" : "")
      + (marks.get(at) ? " " + marks.get(at) : ""));
    axis.title += axis.note && " " + axis.note;
    axis.depths = [];
    axis.codes.forEach((_, at) => {
      let depth = 0;
      for (let up = axis.parents[at]; up >= 0 && depth < 9; up = axis.parents[up]) depth++;
      axis.depths.push(depth);
    });
  }
  // Footnotes of single cells are found by the cell, the few of whole lines are tried one by one.
  cube.cellNotes = new Map();
  cube.lineNotes = cube.notes.filter(note => note[0].includes(null));
  for (const note of cube.notes.filter(one => !one[0].includes(null))) {
    const cell = note[0].join();
    cube.cellNotes.set(cell, [...(cube.cellNotes.get(cell) || []), note]);
  }
  return cube;
}

// What a reader sees first: of each axis "rows", "columns" or the number of a category.
function firstChoice(cube) {
  const choice = cube.axes.map(axis => Math.max(axis.total, 0));
  const own = cube.axes.map((axis, at) => at).filter(at => !cube.axes[at].ofValues);
  const on = (side, most) => own.find(at => cube.axes[at].axis === side && cube.axes[at].codes.length <= most);
  const row = [on("rows", Infinity), own[0]].find(at => at !== undefined);
  const beside = own.find(at => at !== row && cube.axes[at].codes.length <= 12);
  const column = [on("columns", COLUMNS_A_PAGE), beside].find(at => at !== undefined && at !== row);
  if (row !== undefined) choice[row] = "rows";
  if (column !== undefined) choice[column] = "columns";
  else if (cube.axes.length > own.length) choice[own.length] = "columns";
  return choice;
}

// A choice as the address of the page keeps it, and the choice of an address; null where it is none of this cube.
function addressOf(choice) { return "#" + choice.join("."); }
function choiceOf(cube, address) {
  const choice = address.slice(1).split(".").map(text => /^\d+$/.test(text) ? Number(text) : text);
  const sides = ["rows", "columns"];
  const fits = (one, at) => typeof one === "number" ? one < cube.axes[at].codes.length : sides.includes(one);
  return choice.length === cube.axes.length && choice.every(fits) ? choice : null;
}

// Where a choice finds its figures: number of figure + 1 for each place of the table, 0 where the cube lists none.
// Null where a table would have too many places.
function gridOf(cube, choice) {
  const step = cube.axes.map(() => 0), sides = { rows: [], columns: [] }, fixed = [];
  cube.axes.forEach((axis, at) => (sides[choice[at]] || fixed).push(at));
  let places = 1;
  const count = side => {
    const before = places;
    for (const at of side.slice().reverse()) { step[at] = places; places *= cube.axes[at].codes.length; }
    return places / before;
  };
  const width = count(sides.columns), height = count(sides.rows);
  if (places > MOST_PLACES) return null;
  const ids = new Int32Array(places), several = cube.values.length, last = cube.axes.length - 1;
  const own = cube.axes.filter(axis => !axis.ofValues), wanted = several > 1 ? choice[last] : 0;
  const filters = fixed.filter(at => at < own.length).map(at => [own[at].column, choice[at]]);
  const steps = own.map((axis, at) => [axis.column, step[at]]).filter(one => one[1]);
  cells: for (let cell = 0; cell < cube.cells; cell++) {
    for (let at = 0; at < filters.length; at++) if (filters[at][0][cell] !== filters[at][1]) continue cells;
    let place = 0;
    for (let at = 0; at < steps.length; at++) place += steps[at][0][cell] * steps[at][1];
    if (wanted >= 0) ids[place] = cell * several + wanted + 1;
    else for (let one = 0; one < several; one++) ids[place + one * step[last]] = cell * several + one + 1;
  }
  const on = (side, number) => sides[side].map(at =>
    Math.floor(number * (side === "rows" ? width : 1) / step[at]) % cube.axes[at].codes.length);
  const valueAt = (row, column) => wanted >= 0 ? wanted : sides.rows.includes(last)
    ? on("rows", row)[sides.rows.length - 1] : on("columns", column)[sides.columns.length - 1];
  return { ids, width, height, sides, fixed, on, valueAt };
}

// What was published in one place: the text as it is read, the text for a spreadsheet, and a number to sort by.
function published(cube, grid, row, column) {
  const id = grid.ids[row * grid.width + column], words = cube.words;
  const value = cube.values[id ? (id - 1) % cube.values.length : grid.valueAt(row, column)];
  const cell = id ? Math.floor((id - 1) / cube.values.length) : -1;
  if (!id && value.rest === null) return { text: words.none, plain: words.none, number: NaN };
  const sign = cube.signs[id ? value.signs ? value.signs[cell] : 0 : value.rest];
  if (!sign[1]) return { text: sign[0], plain: sign[0], number: NaN };
  let digits = "";
  if (id) for (const plane of value.digits) digits = (plane[cell] < 10 ? "0" : "") + plane[cell] + digits;
  digits = digits.replace(/^0+/, "");
  while (digits.length <= value.places) digits = "0" + digits;
  const whole = digits.slice(0, digits.length - value.places), rest = digits.slice(digits.length - value.places);
  const minus = Boolean(id && value.minus && value.minus[cell]);
  const written = (digits, mark) => (minus ? mark : "") + digits + (rest && words.point + rest);
  const around = (text, mark) => sign[0] ? mark + "(" + text + ")" : text;
  const text = around(written(grouped(cube, whole), "\u2212"), "");
  const plain = around(written(whole, "-"), cube.apostrophe ? "'" : "");
  return { text, plain, number: Number((minus ? "-" : "") + whole + (rest && "." + rest)) };
}

// The rows of a table in the order in which they are shown: those that are found, sorted by a column or by their names.
function rowsOf(cube, grid, view) {
  const axes = grid.sides.rows.map(at => cube.axes[at]), wanted = (view.find || "").trim().toLowerCase();
  const contains = text => text.toLowerCase().includes(wanted);
  const met = axes.map(axis => axis.names.map((name, at) => contains(name) || contains(axis.codes[at])));
  const rows = [];
  for (let row = 0; row < grid.height; row++) {
    if (wanted && !grid.on("rows", row).some((at, axis) => met[axis][at])) continue;
    if (view.hides && !grid.ids.subarray(row * grid.width, (row + 1) * grid.width).some(id => id)) continue;
    rows.push(row);
  }
  if (!view.sort) return rows;
  const turn = view.sort.down ? -1 : 1, keys = new Array(grid.height);
  for (const row of rows) {
    keys[row] = view.sort.column < 0 ? grid.on("rows", row).map((at, axis) => axes[axis].names[at]).join("\n")
      : published(cube, grid, row, view.sort.column).number;
  }
  const byNumber = (one, other) => isNaN(one) || isNaN(other) ? isNaN(one) - isNaN(other) : turn * (one - other);
  const byName = (one, other) => turn * one.localeCompare(other, cube.language);
  const order = view.sort.column < 0 ? byName : byNumber;
  return rows.sort((one, other) => order(keys[one], keys[other]) || one - other);
}

// What the table shows of the dimensions that stand neither in its rows nor in its columns.
function captionOf(cube, grid, choice) {
  const told = grid.fixed.filter(at => cube.axes[at].codes.length > 1 || cube.axes[at].total < 0);
  return told.map(at => cube.axes[at].title + ": " + cube.axes[at].names[choice[at]]).join("; ");
}

// The marks of the footnotes of a place of the table.
function marksOf(cube, grid, choice, row, column) {
  if (!cube.notes.length) return "";
  const at = choice.slice(), value = grid.valueAt(row, column);
  const put = (side, number) => grid.on(side, number).forEach((one, axis) => { at[grid.sides[side][axis]] = one; });
  put("rows", row);
  put("columns", column);
  at.length = cube.notes[0][0].length;
  const here = [...cube.lineNotes.filter(note => note[0].every((one, axis) => one === null || one === at[axis])),
    ...(cube.cellNotes.get(at.join()) || [])];
  return here.filter(note => !note[2].length || note[2].includes(value)).map(note => note[1]).join(" ");
}

// All rows as texts divided by tabs, or by semicolons or commas, with what has to be known beside them.
function linesOf(cube, grid, choice, rows, divider, head, foot) {
  const axes = grid.sides.rows.map(at => cube.axes[at]), words = cube.words;
  let guards = cube.apostrophe && cube.values.some(value => value.signed);
  const guarded = text => {
    if (!cube.apostrophe || !FORMULAS.test(text)) return text;
    guards = true;
    return "'" + text;
  };
  const quoted = text => divider === "\t" ? text.replace(/[\t\r\n]/g, " ")
    : /["\r\n]/.test(text) || text.includes(divider) ? '"' + text.replace(/"/g, '""') + '"' : text;
  const line = texts => texts.map(quoted).join(divider);
  const pairs = pair => [].concat(...axes.map(pair));
  const all = Array.from({ length: grid.width }, (_, column) => grid.on("columns", column));
  const heads = grid.sides.columns.map((at, level) => all.map(places => guarded(cube.axes[at].names[places[level]])));
  if (!heads.length) heads.push([guarded(cube.only)]);
  const titles = pairs(axis => [guarded(words.code + " " + axis.title), guarded(axis.title)]);
  const empty = titles.map(() => ""), marked = [];
  const noted = texts => texts.filter(text => text).map(text => line([guarded(text)]));
  const lines = noted([...head, captionOf(cube, grid, choice), words.adding]);
  lines.push("", ...heads.map((texts, level) => line([...(level < heads.length - 1 ? empty : titles), ...texts])));
  for (const row of rows) {
    const places = grid.on("rows", row), names = axes.map((axis, at) => axis.names[places[at]]);
    const texts = pairs((axis, at) => [axis.codes[places[at]], guarded(names[at])]);
    for (let column = 0; column < grid.width; column++) {
      const mark = marksOf(cube, grid, choice, row, column);
      if (mark) marked.push(mark + ": " + [...names, ...heads.map(level => level[column])].join(" \u00b7 "));
      texts.push(published(cube, grid, row, column).plain);
    }
    lines.push(line(texts));
  }
  lines.push("", ...noted([...marked, ...foot]));
  if (guards) lines.push(line([words.apostrophe]));
  return lines.join("\r\n") + "\r\n";
}

// What the picture draws: the published cells of some rows and columns, none of a total; null where they are of several
// values, which have no common length. Nothing is added; a length stands for the figure that is written beside it.
function drawnOf(cube, grid, rows) {
  const isTotal = (side, line) => grid.on(side, line).some((at, level) => {
    const axis = cube.axes[grid.sides[side][level]];
    return axis.total === at && axis.codes.length > 1;
  });
  const columns = Array.from({ length: grid.width }, (_, column) => column);
  const free = { rows: rows.filter(row => !isTotal("rows", row)), columns: columns.filter(one => !isTotal("columns", one)) };
  const some = free.columns.slice(0, MOST_SERIES), most = Math.max(1, Math.floor(MOST_BARS / Math.max(some.length, 1)));
  const chosen = free.rows.slice(0, most), values = new Set();
  for (const row of chosen) for (const column of some) values.add(grid.valueAt(row, column));
  if (values.size !== 1) return null;
  const named = (side, line) => grid.on(side, line).map((at, level) => cube.axes[grid.sides[side][level]].names[at]).join(", ");
  const names = chosen.map(row => named("rows", row) || cube.only);
  const series = some.map(column => named("columns", column) || cube.only);
  const bars = chosen.map(row => some.map(column => Object.assign({ row, column }, published(cube, grid, row, column))));
  return { names, series, bars, rows: free.rows.length, columns: free.columns.length };
}

// --- the page ------------------------------------------------------------------------------------------------------

const byId = name => document.getElementById(name);

function made(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
  element.append(...inside);
  return element;
}

function shape(tag, attributes, ...inside) {
  const element = document.createElementNS(byId("space").namespaceURI, tag);
  for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
  element.append(...inside);
  return element;
}

// The bars of a picture: each with the names and the figure of its cell.
function barsOf(picture, width, label) {
  const numbers = [].concat(...picture.bars).map(bar => bar.number).filter(number => !isNaN(number));
  const least = Math.min(0, ...numbers), most = Math.max(0, ...numbers), left = Math.min(260, Math.round(width * 0.3));
  const from = left + (least < 0 ? ROOM : 0), scale = Math.max(width - from - ROOM, 60) / (most - least || 1);
  const zero = from - least * scale, high = BAR * picture.series.length + BETWEEN, letters = Math.floor(left / 9);
  const height = picture.names.length * high + 4;
  const svg = shape("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": label });
  picture.bars.forEach((line, number) => {
    const top = number * high + 4, name = picture.names[number];
    const short = name.length > letters ? name.slice(0, letters - 1) + "\u2026" : name;
    svg.append(shape("text", { x: left - 8, y: top + (high - BETWEEN) / 2 + 5, "text-anchor": "end" }, shape("title", {}, name), short));
    line.forEach((bar, series) => {
      const y = top + series * BAR, length = isNaN(bar.number) ? 0 : Math.abs(bar.number) * scale, minus = bar.number < 0;
      const told = [name, picture.series[series]].join(", ") + ": " + bar.text;
      const place = { x: minus ? zero - length : zero, y, width: length, height: BAR - 2, class: "s" + series };
      if (length) svg.append(shape("rect", place, shape("title", {}, told)));
      const text = { x: minus ? zero - length - 5 : zero + length + 5, y: y + BAR - 4, "text-anchor": minus ? "end" : "start" };
      svg.append(shape("text", isNaN(bar.number) ? Object.assign(text, { class: "sign" }) : text, bar.text));
    });
  });
  svg.append(shape("path", { d: "M" + zero + " 0V" + height }));
  return svg;
}

function show(cube) {
  const words = cube.words, view = { find: "", hides: false, sort: null, page: 0, beside: 0, draws: false };
  const choice = choiceOf(cube, location.hash) || firstChoice(cube), selects = [];
  let grid = null, rows = [];
  const say = text => { byId("status").textContent = text; };
  const texts = selector => Array.from(document.querySelectorAll(selector), element => element.textContent);

  function table() {
    const pages = Math.max(Math.ceil(rows.length / ROWS_A_PAGE), 1), parts = Math.ceil(grid.width / COLUMNS_A_PAGE);
    view.page = Math.min(view.page, pages - 1);
    view.beside = Math.min(view.beside, parts - 1);
    const first = view.page * ROWS_A_PAGE, shown = rows.slice(first, first + ROWS_A_PAGE);
    const start = view.beside * COLUMNS_A_PAGE, end = Math.min(start + COLUMNS_A_PAGE, grid.width);
    const axes = grid.sides.rows.map(at => cube.axes[at]), levels = grid.sides.columns, stub = Math.max(axes.length, 1);
    byId("caption").textContent = captionOf(cube, grid, choice) || words.title;
    const pathOf = (side, line, level) => grid.on(side, line).slice(0, level + 1).join();
    const sortable = (facts, column, text) => {
      const down = view.sort && view.sort.down, sorted = view.sort && view.sort.column === column;
      facts["aria-sort"] = !sorted ? "none" : down ? "descending" : "ascending";
      return made("th", facts, made("button", { type: "button", "data-column": column, dir: "auto" }, text));
    };
    const head = byId("head"), body = byId("body");
    head.replaceChildren();
    body.replaceChildren();
    const depth = Math.max(levels.length, 1);
    for (let level = 0; level < depth; level++) {
      const line = made("tr", { "aria-rowindex": level + 1 });
      if (!level) {
        axes.forEach((axis, at) => {
          const facts = { scope: "col", rowspan: depth, class: "stub", "aria-colindex": at + 1 };
          line.append(at ? made("th", facts, axis.title) : sortable(facts, -1, axis.title));
        });
        if (!axes.length) line.append(made("td", { rowspan: depth, "aria-colindex": 1 }));
      }
      const last = level === depth - 1;
      for (let column = start; column < end;) {
        const numbers = grid.on("columns", column), axis = cube.axes[levels[level]];
        let next = column + 1;
        while (!last && next < end && pathOf("columns", next, level) === pathOf("columns", column, level)) next++;
        const text = axis ? axis.names[numbers[level]] : cube.only;
        const facts = { scope: last ? "col" : "colgroup", colspan: next - column, "aria-colindex": stub + column + 1 };
        line.append(last ? sortable(facts, column, text) : made("th", Object.assign(facts, { dir: "auto" }), text));
        column = next;
      }
      head.append(line);
    }
    shown.forEach((row, number) => {
      const line = made("tr", { "aria-rowindex": depth + first + number + 1 });
      const places = grid.on("rows", row), whole = places.length && places.every((at, axis) => axes[axis].total === at);
      if (whole) line.className = "total";
      places.forEach((at, axis) => {
        const facts = { scope: "row", dir: "auto", "aria-colindex": axis + 1 };
        const again = number && pathOf("rows", row, axis) === pathOf("rows", shown[number - 1], axis);
        facts.class = (view.sort ? "" : "depth" + Math.min(axes[axis].depths[at], 5)) + (again ? " again" : "");
        line.append(made("th", facts, axes[axis].names[at]));
      });
      if (!axes.length) line.append(made("th", { scope: "row", "aria-colindex": 1 }, cube.only));
      for (let column = start; column < end; column++) {
        const mark = marksOf(cube, grid, choice, row, column);
        const cell = published(cube, grid, row, column), facts = { "aria-colindex": stub + column + 1 };
        if (isNaN(cell.number)) facts.class = "sign";
        line.append(made("td", facts, cell.text, ...(mark ? [" ", made("sup", {}, mark)] : [])));
      }
      body.append(line);
    });
    const element = byId("table");
    element.setAttribute("aria-rowcount", depth + rows.length);
    element.setAttribute("aria-colcount", stub + grid.width);
    const off = { up: !view.page, down: view.page >= pages - 1, left: !view.beside, right: view.beside >= parts - 1 };
    for (const name of Object.keys(off)) byId(name).disabled = off[name];
    byId("pages").hidden = pages < 2;
    byId("parts").hidden = parts < 2;
    const told = [rows.length ? words.rows_shown : words.nothing], number = count => grouped(cube, count);
    told[0] = filled(told[0], number(first + 1), number(first + shown.length), number(rows.length));
    if (parts > 1) told.push(filled(words.columns_shown, number(start + 1), number(end), number(grid.width)));
    if (view.sort) {
      const heads = () => levels.map((at, level) => cube.axes[at].names[grid.on("columns", view.sort.column)[level]]);
      const by = view.sort.column < 0 ? axes[0].title : heads().join(", ") || cube.only;
      told.push(filled(view.sort.down ? words.sorted_down : words.sorted_up, by));
    }
    say(told.join(" "));
  }

  function ordered() {
    if (!grid) return;
    rows = rowsOf(cube, grid, view);
    view.page = 0;
    table();
    picture();
  }

  function picture() {
    byId("picture").hidden = !view.draws;
    byId("draw").setAttribute("aria-pressed", view.draws);
    if (!view.draws) return;
    const drawn = drawnOf(cube, grid, rows), number = count => grouped(cube, count);
    byId("legend").replaceChildren();
    byId("bars").replaceChildren();
    byId("drawn").textContent = drawn ? filled(words.drawn, number(drawn.names.length), number(drawn.rows),
      number(drawn.series.length), number(drawn.columns)) : words.draw_one;
    if (!drawn) return;
    if (drawn.series.length > 1) drawn.series.forEach((name, series) => {
      const square = shape("svg", { width: 14, height: 14, "aria-hidden": "true" });
      square.append(shape("rect", { width: 14, height: 14, class: "s" + series }));
      byId("legend").append(made("li", { dir: "auto" }, square, name));
    });
    const title = [words.title, captionOf(cube, grid, choice)].filter(text => text).join(", ");
    byId("bars").append(barsOf(drawn, Math.min(byId("bars").clientWidth || 900, 1100), title));
  }

  function chosen() {
    selects.forEach((select, at) => { select.value = choice[at]; });
    history.replaceState(null, "", addressOf(choice));
    view.sort = null;
    view.beside = 0;
    grid = gridOf(cube, choice);
    byId("result").hidden = byId("copy").disabled = byId("save").disabled = byId("draw").disabled = !grid;
    if (!grid) say(words.too_many);
    ordered();
  }

  cube.axes.forEach((axis, at) => {
    const sides = ["rows", "columns"].map(side => made("option", { value: side }, words[side]));
    const only = made("optgroup", { label: words.only });
    axis.names.forEach((name, one) => {
      only.append(made("option", { value: one, dir: "auto" }, "\u2003".repeat(axis.depths[one]) + name));
    });
    const select = made("select", { id: "axis" + at }, made("optgroup", { label: words.shows }, ...sides), only);
    select.addEventListener("change", () => {
      choice[at] = isNaN(select.value) ? select.value : Number(select.value);
      chosen();
    });
    selects.push(select);
    byId("axes").append(made("p", {}, made("label", { for: "axis" + at, dir: "auto" }, axis.title), select));
  });
  const written = divider => linesOf(cube, grid, choice, rows, divider, texts("header > *"), texts("footer p"));
  const actions = {
    swap() {
      choice.forEach((one, at) => { choice[at] = one === "rows" ? "columns" : one === "columns" ? "rows" : one; });
      chosen();
    },
    copy() {
      const text = written("\t"), told = done => say(done ? words.copied : words.not_copied);
      const byHand = () => {
        const field = made("textarea", {});
        field.value = text;
        byId("copy").after(field);
        field.select();
        const done = document.execCommand("copy");
        field.remove();
        byId("copy").focus();
        told(done);
      };
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => told(true), byHand);
      else byHand();
    },
    save() {
      const blob = new Blob(["\ufeff", written(words.divider)], { type: "text/csv;charset=utf-8" });
      const name = words.title.replace(/[^\p{L}\p{N} -]+/gu, "").slice(0, 80) + ".csv";
      const link = made("a", { href: URL.createObjectURL(blob), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      say(words.saved);
    },
    draw() {
      view.draws = !view.draws;
      picture();
    },
    up() { turned("page", -1, "down"); },
    down() { turned("page", 1, "up"); },
    left() { turned("beside", -1, "right"); },
    right() { turned("beside", 1, "left"); },
  };
  // A button that leads no further hands the focus to the one that leads back.
  function turned(part, by, back) {
    const button = document.activeElement;
    view[part] += by;
    table();
    byId("scroll").scrollTop = byId("scroll").scrollLeft = 0;
    if (button.disabled) byId(back).focus();
  }
  for (const name of Object.keys(actions)) byId(name).addEventListener("click", actions[name]);
  byId("find").addEventListener("input", event => { view.find = event.target.value; ordered(); });
  byId("hides").addEventListener("change", event => { view.hides = event.target.checked; ordered(); });
  byId("hiding").hidden = !cube.listed;
  byId("head").addEventListener("click", event => {
    const inside = event.target.closest("button");
    if (!inside) return;
    const column = Number(inside.dataset.column), down = column >= 0;
    const former = view.sort && view.sort.column === column ? view.sort : null;
    view.sort = !former ? { column, down } : former.down === down ? { column, down: !down } : null;
    ordered();
    byId("head").querySelector('[data-column="' + column + '"]').focus();
  });
  addEventListener("resize", picture);
  // On paper nothing scrolls: a wide table is made smaller.
  const paper = 1000, sized = zoom => { byId("table").style.zoom = zoom; };
  addEventListener("beforeprint", () => sized(Math.min(1, paper / byId("table").offsetWidth)));
  addEventListener("afterprint", () => sized(1));
  addEventListener("hashchange", () => {
    (choiceOf(cube, location.hash) || choice).forEach((one, at) => { choice[at] = one; });
    chosen();
  });
  byId("main").hidden = false;
  chosen();
}

function start() {
  const cube = JSON.parse(byId("cube").textContent), words = cube.words, packed = byId("bytes");
  document.querySelectorAll("[data-word]").forEach(element => { element.textContent = words[element.dataset.word]; });
  byId("scroll").setAttribute("aria-label", words.table);
  if (typeof DecompressionStream === "undefined") {
    byId("failed").textContent = words.old;
    return;
  }
  const letters = atob(packed.textContent), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  packed.remove();
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  new Response(unpacked).arrayBuffer().then(whole => show(opened(cube, new Uint8Array(whole))))
    .catch(() => { byId("failed").textContent = words.broken; });
}

if (typeof document !== "undefined") start();
