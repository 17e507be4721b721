// Sounds: off until they are switched on, and remembered in this browser. None for a loss, none that asks to bet.
import { felt, strip } from "./live.js";

const KEY = "rackcard-sound";
const button = document.getElementById("sound");
const story = () => document.getElementById("story");
let on = localStorage.getItem(KEY) === "on";
let context = null;
let step = 0;
let round = Number(strip().dataset.round);
let isShut = strip().classList.contains("shut");

function draw() { button.setAttribute("aria-pressed", String(on)); }
draw();
button.addEventListener("click", () => {
  on = !on;
  localStorage.setItem(KEY, on ? "on" : "off");
  draw();
  if (on) tone(660, 0.08);
});

/** One tone with a soft end. */
function tone(pitch, seconds, delay = 0, shape = "sine", loud = 0.12) {
  if (!on) return;
  context ||= new AudioContext();
  const at = context.currentTime + delay;
  const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
  const volume = new GainNode(context, { gain: loud });
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + seconds);
}
const click = () => { tone(2400, 0.03, 0, "square", 0.05); tone(1500, 0.05, 0.015, "triangle", 0.08); };
const knock = (delay) => tone(140, 0.09, delay, "triangle", 0.3);

felt.addEventListener("felt:bet", click);
felt.addEventListener("felt:lift", click);
felt.addEventListener("felt:tumble", () => { for (let n = 0; n < 6; n += 1) tone(200 + 60 * (n % 3), 0.04, 0.09 * n, "triangle", 0.12); });
felt.addEventListener("felt:after", () => {
  const shut = strip().classList.contains("shut");
  if (shut && !isShut) { knock(0); knock(0.16); }
  isShut = shut;
  const now = Number(strip().dataset.round);
  if (now <= round) return;
  round = now;
  const tier = Number(story().dataset.tier);
  const marked = story().querySelectorAll(".marked, .offered").length;
  if (tier) [[660, 880], [523, 659, 784, 1047], [523, 659, 784, 1047, 1319, 1568]][tier - 1].forEach((pitch, n) => tone(pitch, 0.25, n * 0.12));
  else if (marked) { step = (step + 1) % 8; tone(440 * 2 ** (step / 12), 0.15); }
  else step = 0;
});
