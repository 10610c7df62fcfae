"use strict";
(function () {
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
  const one = (id) => document.getElementById(id);
  const layers = JSON.parse(one("data").textContent);
  const root = document.documentElement;

  /* Theme: that of the system until the reader chooses one. */
  const themes = ["auto", "light", "dark"];
  const theme = one("theme");
  theme.hidden = false;
  theme.addEventListener("click", function () {
    const next = themes[(themes.indexOf(root.dataset.theme || "auto") + 1) % 3];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    theme.textContent = "Theme: " + next;
  });

  /* Tabs: links to the parts, of which one is shown at a time. */
  const list = one("tabs");
  const tabs = all("a", list);
  const panels = tabs.map((tab) => document.querySelector(tab.getAttribute("href")));
  list.setAttribute("role", "tablist");
  document.body.classList.add("tabbed");
  tabs.forEach(function (tab, i) {
    tab.id = "tab-" + panels[i].id;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panels[i].id);
    panels[i].setAttribute("role", "tabpanel");
    panels[i].setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", function (event) {
      event.preventDefault();
      show(i);
    });
  });
  function show(i, first) {
    tabs.forEach(function (tab, k) {
      tab.setAttribute("aria-selected", String(k === i));
      tab.tabIndex = k === i ? 0 : -1;
      panels[k].hidden = k !== i;
    });
    hideTip();
    fitLabels();
    reachable();
    list.scrollLeft = tabs[i].offsetLeft - list.offsetLeft - 40;
    const top = list.parentElement.offsetTop;
    if (scrollY > top) scrollTo({ top: top, behavior: "instant" });
    if (!first && location.hash !== "#" + panels[i].id) { /* a page that is being loaded would scroll to it */
      try { history.replaceState(null, "", "#" + panels[i].id); } catch (error) { /* a frame without an origin */ }
    }
  }
  list.addEventListener("keydown", function (event) {
    const at = tabs.indexOf(document.activeElement);
    const to = target(event.key, at, tabs.length, true);
    if (at < 0 || to < 0) return;
    event.preventDefault();
    show(to);
    tabs[to].focus();
  });
  window.addEventListener("hashchange", showHash);
  function showHash() {
    const i = panels.findIndex((panel) => "#" + panel.id === location.hash);
    if (i >= 0) show(i);
    return i >= 0;
  }

  /* Where a key leads in a list. */
  function target(key, at, count, round) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[key];
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    if (!step) return -1;
    if (round) return (at + step + count) % count;
    return Math.min(Math.max(at + step, 0), count - 1);
  }

  /* Drawings and tables with many parts take one stop of the Tab key; arrow keys move inside. */
  all("[data-roving]").forEach(function (drawn) {
    const group = drawn.tagName === "TABLE" ? drawn : drawn.parentElement; /* SVG that listens is a stop itself */
    const parts = () => all(".block, .node, .pick", group);
    parts().forEach((part, i) => part.setAttribute("tabindex", i ? "-1" : "0"));
    group.addEventListener("focusin", function (event) {
      const here = event.target.closest(".block, .node, .pick");
      if (here) parts().forEach((part) => part.setAttribute("tabindex", part === here ? "0" : "-1"));
    });
    group.addEventListener("keydown", function (event) {
      const found = parts();
      const at = found.indexOf(document.activeElement);
      if (at < 0) return;
      if ((event.key === "Enter" || event.key === " ") && document.activeElement.tagName !== "BUTTON") {
        event.preventDefault();
        choose(document.activeElement);
      }
      const to = target(event.key, at, found.length, false);
      if (to < 0) return;
      event.preventDefault();
      found[to].focus();
    });
  });

  /* The tip: beside the pointer, or beside what has the focus. */
  const tip = one("tip");
  let pointed = false;
  function showTip(part, x, y) {
    tip.replaceChildren(...part.dataset.tip.split("\n").map(function (line) {
      const row = document.createElement("div");
      row.textContent = line;
      return row;
    }));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 4)) + "px";
    tip.style.top = (y + 18 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 18) + "px";
  }
  function hideTip() { tip.hidden = true; }
  const tipped = (event) => event.target.closest ? event.target.closest("[data-tip]") : null;
  document.addEventListener("pointermove", function (event) {
    const part = tipped(event);
    if (part) showTip(part, event.clientX, event.clientY);
    else if (pointed) hideTip();
    pointed = Boolean(part);
  });
  document.addEventListener("focusin", function (event) {
    const part = tipped(event);
    if (!part || !part.matches(":focus-visible")) return hideTip();
    part.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = part.getBoundingClientRect();
    showTip(part, Math.min(Math.max(box.left, 0), innerWidth - 40), Math.min(box.bottom, innerHeight) - 14);
  });
  document.addEventListener("pointerleave", hideTip);

  /* The chosen layer. */
  const detail = one("detail");
  let opener = null;
  document.addEventListener("click", function (event) {
    const part = event.target.closest("[data-layer]");
    if (part) choose(part);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    if (!tip.hidden) hideTip();
    else if (!detail.hidden) close();
  });
  function choose(part) {
    if (part.dataset.layer === undefined) return;
    if (!detail.contains(part)) opener = part;
    describe(Number(part.dataset.layer));
  }
  function close() {
    detail.hidden = true;
    document.body.classList.remove("with-detail");
    mark(-1);
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
  }
  function mark(i) {
    all(".chosen").forEach((part) => part.classList.remove("chosen"));
    if (i < 0) return;
    all('.block[data-layer="' + i + '"], .node[data-layer="' + i + '"], tr[data-row="' + i + '"]')
      .forEach((part) => part.classList.add("chosen"));
    all(".edge").forEach(function (edge) {
      if (edge.dataset.ends.split(" ").includes(String(i))) edge.classList.add("chosen");
    });
  }
  function made(name, text, kind) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  }
  function table(columns, rows) {
    const whole = made("table"), head = made("thead"), body = made("tbody"), row = made("tr");
    columns.forEach((name, k) => row.append(made("th", name, k ? "num" : "")));
    head.append(row);
    rows.forEach(function (cells) {
      const line = made("tr");
      cells.forEach((cell, k) => line.append(made("td", cell, k ? "num" : "")));
      body.append(line);
    });
    whole.append(head, body);
    const scroll = made("div", undefined, "scroll");
    scroll.append(whole);
    return scroll;
  }
  function links(title, numbers) {
    if (!numbers.length) return [];
    const row = made("div", undefined, "links");
    numbers.forEach(function (i) {
      const button = made("button", i + " " + layers[i].name, "pick");
      button.type = "button";
      button.dataset.layer = i;
      row.append(button);
    });
    return [made("h3", title), row];
  }
  function describe(i) {
    const layer = layers[i];
    const end = made("button", "Close", "close");
    end.type = "button";
    end.addEventListener("click", close);
    const facts = made("dl");
    layer.facts.forEach((fact) => facts.append(made("dt", fact[0]), made("dd", fact[1])));
    const parts = [end, made("h2", i + " " + layer.name), facts];
    if (layer.attributes.length) {
      const attributes = made("dl");
      layer.attributes.forEach((a) => attributes.append(made("dt", a[0]), made("dd", a[1])));
      parts.push(made("h3", "Attributes"), attributes);
    }
    if (layer.why) parts.push(made("h3", "Why this kernel"), made("p", layer.why));
    if (layer.others.length) {
      parts.push(made("h3", "Other kernels that fit"), table(["kernel", "instr.", "flash", "scratch"], layer.others));
    }
    parts.push(...links("Reads", layer.after), ...links("Read by", layer.before));
    detail.replaceChildren(...parts);
    detail.hidden = false;
    detail.scrollTop = 0;
    document.body.classList.add("with-detail");
    mark(i);
    fitLabels();
  }

  /* Sorting. */
  all(".sort").forEach(function (button) {
    button.addEventListener("click", function () {
      const head = button.closest("th"), body = button.closest("table").tBodies[0];
      const column = Number(button.dataset.column);
      const down = column ? head.getAttribute("aria-sort") !== "descending" : head.getAttribute("aria-sort") === "ascending";
      all("th", head.parentElement).forEach((cell) => cell.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => Number(column ? all("td[data-value]", row)[column - 1].dataset.value : row.dataset.row);
      const rows = Array.from(body.rows).sort((a, b) => (down ? value(b) - value(a) : value(a) - value(b)));
      body.append(...rows);
    });
  });

  /* Filter of the layers. */
  all(".script").forEach((part) => { part.hidden = false; });
  const rows = all("#layer-table tbody tr");
  const filter = one("filter");
  filter.addEventListener("input", function () {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach(function (row) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    });
    one("found").textContent = words.length ? shown + " of " + rows.length + " layers" : "";
  });

  /* Files of what is shown, made here. */
  const name = document.title.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-|-$/g, "");
  const writers = { csv: csv, json: json, svg: svg };
  all("[data-save]").forEach(function (button) {
    const kind = button.dataset.save;
    button.setAttribute("aria-label", "Download " + (kind === "svg" ? "the graph" : "the layers") + " as " + kind.toUpperCase());
    button.addEventListener("click", function () {
      const link = made("a");
      const types = { csv: "text/csv", json: "application/json", svg: "image/svg+xml" };
      link.href = URL.createObjectURL(new Blob([writers[kind]()], { type: types[kind] }));
      link.download = name + "." + kind;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  });
  function shownRows() { return Array.from(one("layer-table").tBodies[0].rows).filter((row) => !row.hidden); }
  function csv() {
    const quoted = function (text) { /* a cell that a spreadsheet would run is text */
      const plain = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
      return /[",\n]/.test(plain) ? '"' + plain.replace(/"/g, '""') + '"' : plain;
    };
    const facts = Array.from(new Set(layers.flatMap((layer) => layer.facts.map((fact) => fact[0]))));
    const lines = shownRows().map(function (row) {
      const layer = layers[Number(row.dataset.row)], known = new Map(layer.facts);
      return [row.dataset.row, layer.name, ...facts.map((fact) => (known.get(fact) || "").replace(/(\d),(?=\d{3})/g, "$1"))];
    });
    return [["#", "layer", ...facts], ...lines].map((cells) => cells.map(quoted).join(",")).join("\n") + "\n";
  }
  function json() {
    return JSON.stringify(shownRows().map((row) => layers[Number(row.dataset.row)]), null, 2) + "\n";
  }
  function svg() { /* with the styles that the page gives it */
    const copy = drawing.cloneNode(true), from = all("*", drawing), to = all("*", copy);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    from.forEach(function (part, i) {
      const style = getComputedStyle(part);
      ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "text-anchor"].forEach(function (key) {
        to[i].setAttribute(key, style.getPropertyValue(key));
      });
    });
    return new XMLSerializer().serializeToString(copy);
  }

  /* Names in the memory map, where there is room for them. */
  function fitLabels() {
    all(".block text").forEach(function (label) {
      const frame = label.parentElement.getBoundingClientRect();
      if (!frame.width) return;
      label.removeAttribute("visibility");
      const fits = frame.height >= 14 && label.getComputedTextLength() + 8 <= frame.width;
      if (!fits) label.setAttribute("visibility", "hidden");
    });
  }
  window.addEventListener("resize", fitLabels);

  /* What scrolls and holds nothing that takes the focus takes it itself, for the keyboard. */
  function reachable() {
    all(".scroll").forEach(function (box) {
      const stop = box.scrollWidth > box.clientWidth && !box.querySelector("button, [data-roving], [tabindex='0']");
      if (stop) box.setAttribute("tabindex", "0");
      else if (box.getAttribute("tabindex") === "0") box.removeAttribute("tabindex");
    });
  }
  window.addEventListener("resize", reachable);
  all("details").forEach((part) => part.addEventListener("toggle", reachable));

  /* Size of the graph. */
  const drawing = one("drawing");
  if (drawing) {
    const size = drawing.viewBox.baseVal;
    let scale = 1;
    all(".zoom").forEach((box) => { box.hidden = false; });
    all("[data-zoom]").forEach(function (button) {
      button.addEventListener("click", function () {
        scale = Math.min(3, Math.max(0.2, scale * Math.pow(1.25, Number(button.dataset.zoom))));
        drawing.setAttribute("width", size.width * scale);
        drawing.setAttribute("height", size.height * scale);
      });
    });
  }

  if (!showHash()) show(0, true);
})();
