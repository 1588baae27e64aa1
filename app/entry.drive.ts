/**
 * Enhances drivers' pages where scripts run; each works without. A file of its own, because drivers need little of the
 * customers' script.
 */
import { showWhenBusy } from "./enhance/busy";
import { employDriveWorker } from "./enhance/drive-worker";
import { forgetEditedErrors } from "./enhance/edited-errors";
import { focusOnErrors } from "./enhance/focus";
import { spinWhenSlow } from "./enhance/spinner";

// Browsers from before 2020 lack too much to check one by one; they get the page without scripts.
if ("replaceChildren" in document) {
  focusOnErrors();
  forgetEditedErrors();
  showWhenBusy();
  spinWhenSlow();
  void employDriveWorker();
}
