/** Presses the button of a `data-submit-now` form: an emailed link is applied directly where scripts run. */
export function submitAtOnce(): void {
  document.querySelector<HTMLFormElement>("form[data-submit-now]")?.requestSubmit();
}
