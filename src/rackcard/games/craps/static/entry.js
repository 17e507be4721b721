// The dealer's entry of a roll: two faces.
import { inTurn, register } from "../../entry.js";

register(inTurn(["first", "second"], "Type both dice, then press Enter."));
