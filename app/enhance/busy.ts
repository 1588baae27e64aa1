/**
 * A repeated payment submit within this time is ignored (specification section 4, "Payment submit guard").
 * Milliseconds.
 */
const LOCK_MS = 4_000;
/** After this the request has probably failed, so the button is enabled again. Milliseconds. */
const GIVE_UP_MS = 30_000;

/** Sends a form once, and shows on its button that it is being sent. Sending it again later is safe. */
export function showWhenBusy(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isPosted(form)) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const { submitter } = event;
    // After the browser has collected the form: a disabled button would not be included.
    if (submitter instanceof HTMLButtonElement) setTimeout(() => showBusy(submitter, form));
  });
}

/** False for a form that opens a new window, because its own page stays. */
function isPosted({ method, target }: HTMLFormElement): boolean {
  return method === "post" && target === "";
}

function showBusy(button: HTMLButtonElement, form: HTMLFormElement): void {
  const label = button.textContent;
  keepSize(button);
  if (button.dataset.busyLabel) button.textContent = button.dataset.busyLabel;
  // Keep the size of the longer text, so that nothing moves after the tap.
  keepSize(button);
  button.disabled = true;
  const unlock = () => {
    button.disabled = false;
    delete form.dataset.sent;
  };
  const rest = () => {
    unlock();
    button.textContent = label;
  };
  setTimeout(unlock, LOCK_MS);
  setTimeout(rest, GIVE_UP_MS);
  addEventListener("pageshow", rest, { once: true });
}

/** The button may grow but not shrink, so that nothing beside it moves when its text changes. */
function keepSize(button: HTMLButtonElement): void {
  const { width, height } = button.getBoundingClientRect();
  button.style.minWidth = `${width}px`;
  button.style.minHeight = `${height}px`;
}
