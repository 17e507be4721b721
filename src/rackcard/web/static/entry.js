// The dealer's entry of an outcome; each game registers its own, from games/GAME/entry.js.

/** What the page asks of the game's entry. */
export const entry = {
  /** The outcome that the form holds, or null where it is not complete. */
  entered: () => null,
  /** Takes a key, and returns whether it did. */
  key: () => false,
  /** Takes a click, and returns whether it did. */
  press: () => false,
  /** Whether something was typed that Enter would enter. */
  isTyped: () => false,
  /** What is still to be typed before Enter, in a sentence. */
  lacks: () => "",
  /** Forgets what was typed. */
  clear: (form) => {},
  /** Resolves when the form is ready to be read. */
  ready: async () => {},
};

/** Replaces the defaults above with the entry of a game. */
export const register = (game) => Object.assign(entry, game);

export const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value;

/** Chooses a value of a group of radio buttons; null where the group has no such value. */
export function choose(form, name, value) {
  const one = form.querySelector(`[name="${name}"][value="${value}"]`);
  if (one) one.checked = true;
  return one;
}

/** Marks the one cell of a pad that is picked; null for none. */
export function pick(form, cell) {
  for (const one of form.querySelectorAll(".cell[aria-pressed]")) one.setAttribute("aria-pressed", String(one === cell));
}

/** An entry of one cell of a pad, by the keys that the cell is typed with. */
export function byKeys(incomplete) {
  let typed = "";
  const cells = (form) => [...form.querySelectorAll(".cell[data-keys]")];
  const show = (form) => {
    for (const one of cells(form)) one.classList.toggle("may", typed !== "" && one.dataset.keys.startsWith(typed));
    pick(form, cells(form).find((one) => one.dataset.keys === typed) || null);
  };
  return {
    entered(form) {
      const picked = form.querySelector('.cell[aria-pressed="true"]');
      return picked ? JSON.parse(picked.dataset.outcome) : null;
    },
    key(key, form) {
      if (!/^[0-9]$/.test(key)) return false;
      const fits = (keys) => cells(form).some((one) => one.dataset.keys.startsWith(keys));
      typed = fits(typed + key) ? typed + key : fits(key) ? key : "";
      show(form);
      return true;
    },
    isTyped: () => typed !== "",
    lacks: () => (document.querySelector('.cell[aria-pressed="true"]') ? "" : incomplete),
    clear(form) { typed = ""; show(form); },
  };
}

/** An entry of several groups of numbers, which digits fill one after the other. */
export function inTurn(names, incomplete) {
  let typed = "";
  return {
    entered(form) {
      const values = names.map((name) => chosen(form, name));
      return values.every(Boolean) ? values.map(Number) : null;
    },
    key(key, form) {
      if (!/^[0-9]$/.test(key)) return false;
      if (typed === "" || typed.length === names.length) { form.reset(); typed = ""; }
      if (choose(form, names[typed.length], key)) typed += key;
      return true;
    },
    isTyped: () => typed !== "",
    lacks: () => (typed.length < names.length ? incomplete : ""),
    clear() { typed = ""; },
  };
}
