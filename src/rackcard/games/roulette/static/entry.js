// The dealer's entry of a spin: a pocket, by a tap or by its number.
import { byKeys, register } from "../../entry.js";

register(byKeys("Type the number, then press Enter."));
