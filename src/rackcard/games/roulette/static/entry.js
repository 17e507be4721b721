// The dealer's entry of a spin: a pocket.
import { choose, chosen, register } from "../../entry.js";

let typed = "";

register({
  entered: (form) => chosen(form, "pocket") ?? null,
  key(key, form) {
    if (!/^[0-9]$/.test(key)) return false;
    if (typed === "") form.reset();
    typed = choose(form, "pocket", typed + key) ? typed + key : (choose(form, "pocket", key), key);
    return true;
  },
  isTyped: () => typed !== "",
  clear() { typed = ""; },
});
