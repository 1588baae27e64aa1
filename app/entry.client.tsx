/**
 * Makes some pages nicer where scripts run; every page works without. The root sends it only to routes whose `handle`
 * says `enhance: true`, and not to light pages. No React in here: nothing hydrates.
 */
import { watchBoxLimit } from "./enhance/box-limit";
import { tellWhenBusy } from "./enhance/busy";
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

// Browsers from before 2020 lack more than we could tell one by one; for them the page is as without scripts.
if ("replaceChildren" in document) {
  whenIdle([
    focusOnErrors,
    holdBackUnfinished,
    tellWhenBusy,
    countCharacters,
    searchCountries,
    suggestPlaces,
    watchBoxLimit,
    forgetEditedErrors,
    fillPlaces,
    keepTyped,
    offerToShowPasswords,
    spinWhenSlow,
    openPrintDialogue,
    closeMenu,
    keepFresh,
    submitAtOnce,
    employWorker,
  ]);
}
