// A card page: the address follows the controls; going back loads the page of that address again, controls and all.
const htmx = window.htmx;
htmx.config.historyCacheSize = 0;
htmx.config.refreshOnHistoryMiss = true;
