/** A driver's pages where scripts run; each works without. Its own small file: a driver needs little of what customers do. */
import { tellWhenBusy } from "./enhance/busy";
import { employDriveWorker } from "./enhance/drive-worker";
import { focusOnErrors } from "./enhance/focus";
import { spinWhenSlow } from "./enhance/spinner";

// Browsers from before 2020 lack more than we could tell one by one; for them the page is as without scripts.
if ("replaceChildren" in document) {
  focusOnErrors();
  tellWhenBusy();
  spinWhenSlow();
  void employDriveWorker();
}
