// The dealer's entry of a roll: three faces.
import { inTurn, register } from "../../entry.js";

register(inTurn(["first", "second", "third"], "Type all three dice, then press Enter."));
