// A card page: the address follows the controls; going back loads the page of that address again, controls and all.
const htmx = window.htmx;
htmx.config.historyCacheSize = 0;
htmx.config.refreshOnHistoryMiss = true;

// Where the controls are above the figures, the options start folded.
const options = document.querySelector("details.options");
if (options && matchMedia("(max-width: 1000px)").matches) options.open = false;
