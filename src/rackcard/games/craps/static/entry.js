// The dealer's entry of a roll: one of 36 cells, by a tap or by its two faces.
import { byKeys, register } from "../../entry.js";

register(byKeys("Type both dice, then press Enter."));
