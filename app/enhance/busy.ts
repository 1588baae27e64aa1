/** A repeated payment submit within this time is ignored (spec section 4, "Payment submit guard"). Milliseconds. */
const LOCK_MS = 4_000;
/** By then the connection is gone, and the button should look like one again. Milliseconds. */
const GIVE_UP_MS = 30_000;

/** Sends a form once, and says on its button that it is under way. A later retry is safe: the server knows. */
export function tellWhenBusy(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isPosted(form)) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const { submitter } = event;
    // After the browser has collected the form: a disabled button would not be sent along.
    if (submitter instanceof HTMLButtonElement) setTimeout(() => showBusy(submitter, form));
  });
}

/** One that opens a window of its own leaves its page as it was. */
function isPosted({ method, target }: HTMLFormElement): boolean {
  return method === "post" && target === "";
}

function showBusy(button: HTMLButtonElement, form: HTMLFormElement): void {
  const label = button.textContent;
  keepSize(button);
  if (button.dataset.busyLabel) button.textContent = button.dataset.busyLabel;
  // Longer words may have made it larger; it stays so when they go, long after the tap.
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

/** From now on it may grow, never shrink: nothing beside it moves when its words change. */
function keepSize(button: HTMLButtonElement): void {
  const { width, height } = button.getBoundingClientRect();
  button.style.minWidth = `${width}px`;
  button.style.minHeight = `${height}px`;
}
