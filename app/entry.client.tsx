/**
 * Enhances pages where scripts run; every page works without. The root includes it only for routes with `enhance: true`
 * in their `handle`, and not on light pages. It contains no React, because nothing hydrates.
 */
import { watchBoxLimit } from "./enhance/box-limit";
import { showWhenBusy } from "./enhance/busy";
import { countCharacters } from "./enhance/counter";
import { searchCountries } from "./enhance/country-combobox";
import { forgetEditedErrors } from "./enhance/edited-errors";
import { focusOnErrors } from "./enhance/focus";
import { whenIdle } from "./enhance/idle";
import { keepTyped } from "./enhance/keep-typed";
import { closeMenu } from "./enhance/menu";
import { holdBackUnfinished } from "./enhance/needs-all";
import { suggestPlaces } from "./enhance/place-names";
import { fillPlaces } from "./enhance/place-of-code";
import { openPrintDialogue } from "./enhance/print";
import { keepFresh } from "./enhance/refresh";
import { offerToShowPasswords } from "./enhance/show-password";
import { spinWhenSlow } from "./enhance/spinner";
import { submitAtOnce } from "./enhance/submit-now";
import { employWorker } from "./enhance/worker";

// Browsers from before 2020 lack too much to check one by one; they get the page without scripts.
if ("replaceChildren" in document) {
  whenIdle([
    focusOnErrors,
    // First, so that the others find the fields filled in.
    keepTyped,
    holdBackUnfinished,
    showWhenBusy,
    countCharacters,
    searchCountries,
    suggestPlaces,
    watchBoxLimit,
    forgetEditedErrors,
    fillPlaces,
    offerToShowPasswords,
    spinWhenSlow,
    openPrintDialogue,
    closeMenu,
    keepFresh,
    submitAtOnce,
    employWorker,
  ]);
}
