// Searches the pages of this folder; nothing is asked of a network. INDEX: [page, heading, address, text] by section.
"use strict";

function plain(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").toLowerCase();
}

// The sections that hold all words, the best first: words of a heading count more than those of a page's title or text.
function found(index, asked, most) {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  const hits = [];
  if (!words.length) return hits;
  index.forEach(function (section, place) {
    const [page, heading, , text] = section.map(plain);
    let weight = section[2].startsWith("adr/") ? -6 : 0; // decisions come after what holds today
    for (const word of words) {
      const here = (heading.includes(word) ? 8 : 0) + (page.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
      if (!here) return;
      weight += here;
    }
    hits.push([weight, place]);
  });
  hits.sort((one, other) => other[0] - one[0] || one[1] - other[1]);
  return hits.slice(0, most).map((hit) => index[hit[1]]);
}

// Some words of a section around the first word that was asked for.
function excerpt(section, asked) {
  const word = plain(asked).split(/\s+/).filter(Boolean)[0] || "";
  const at = Math.max(plain(section[3]).indexOf(word), 0);
  const from = at < 60 ? 0 : section[3].indexOf(" ", at - 60) + 1;
  return (from ? "… " : "") + section[3].slice(from, from + 160) + (from + 160 < section[3].length ? " …" : "");
}

if (typeof document !== "undefined") {
  const field = document.getElementById("search"), list = document.getElementById("found");
  const state = document.getElementById("state"), root = document.body.dataset.root;
  field.addEventListener("input", function () {
    const sections = found(INDEX, field.value, 20);
    list.replaceChildren();
    for (const section of sections) {
      const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
      link.href = root + section[2];
      link.textContent = section[1] === section[0] ? section[0] : section[1] + " · " + section[0];
      small.textContent = excerpt(section, field.value);
      link.append(small);
      item.append(link);
      list.append(item);
    }
    state.textContent = field.value.trim() ? sections.length + " results" : "";
  });
  document.addEventListener("keydown", function (event) {
    const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && links.length) {
      field.value = "";
      list.replaceChildren();
      state.textContent = "";
      field.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && links.length && (at >= 0 || document.activeElement === field)) {
      event.preventDefault();
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      (next < 0 ? field : links[Math.min(next, links.length - 1)]).focus();
    } else if (event.key === "Enter" && document.activeElement === field && links.length) {
      links[0].click();
    }
  });
}
