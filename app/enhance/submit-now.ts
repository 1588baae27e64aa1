/**
 * Presses the button of a `data-submit-now` form, so that an emailed link works without another tap where scripts run.
 */
export function submitAtOnce(): void {
  document.querySelector<HTMLFormElement>("form[data-submit-now]")?.requestSubmit();
}
