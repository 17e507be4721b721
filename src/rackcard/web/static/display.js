// The display: everything on one screen, as large as it fits. The size is kept outside of the part that is refreshed.
const felt = document.getElementById("felt");
const LEAST = 0.8, MOST = 4.4; // of a hundredth of the screen's height

/** The largest type with which everything fits on the screen, found by bisection. */
function fit() {
  const boards = document.getElementById("boards");
  let least = LEAST, most = MOST;
  for (let step = 0; step < 9; step += 1) {
    const size = (least + most) / 2;
    felt.style.setProperty("--size", size);
    if (boards.scrollHeight > boards.clientHeight || boards.scrollWidth > boards.clientWidth) most = size;
    else least = size;
  }
  felt.style.setProperty("--size", least);
}
fit();
addEventListener("resize", fit);
felt.addEventListener("htmx:afterSettle", fit);
