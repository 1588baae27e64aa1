/**
 * Makes some pages nicer where scripts run; every page works without. The root sends it only to routes whose `handle`
 * says `enhance: true`. No React in here: nothing hydrates.
 */
import { tellWhenBusy } from "./enhance/busy";
import { countCharacters } from "./enhance/counter";
import { searchCountries } from "./enhance/country-combobox";
import { forgetEditedErrors } from "./enhance/edited-errors";
import { closeMenu } from "./enhance/menu";
import { holdBackUnfinished } from "./enhance/needs-all";
import { openPrintDialogue } from "./enhance/print";
import { keepFresh } from "./enhance/refresh";
import { spinWhenSlow } from "./enhance/spinner";
import { submitAtOnce } from "./enhance/submit-now";

document.querySelector<HTMLElement>("[data-focus]")?.focus();
countCharacters();
searchCountries();
holdBackUnfinished();
forgetEditedErrors();
tellWhenBusy();
spinWhenSlow();
openPrintDialogue();
closeMenu();
keepFresh();
submitAtOnce();
