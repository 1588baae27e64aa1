/**
 * Removes an error when its field is edited, and shows one at once when a number is too small (specification section 5,
 * step 2).
 */
export function forgetEditedErrors(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    forgetErrorsAt(target);
    forgetMismatch(target);
    if (target instanceof HTMLInputElement && target.dataset.least) complainAboutTooLittle(target);
  });
}

/**
 * Removes the error of a control or of its group, that of another one which it answers as well (`data-answers`), and those
 * of questions that aren't asked any more.
 */
export function forgetErrorsAt(control: Element): void {
  const answers = control.closest<HTMLElement>("[data-answers]")?.dataset.answers;
  for (const place of document.querySelectorAll(".wrong"))
    if (place.contains(control) || place.querySelector(`#${answers}-error`) || place.getClientRects().length === 0)
      forget(place);
}

/** After the last error the summary, or the notice that explains it, is removed too, and what the title begins with as the error did. */
function forget(place: Element): void {
  const error = place.querySelector(".error");
  const prefix = error?.querySelector(".away")?.textContent ?? "";
  place.classList.remove("wrong");
  place.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
  error?.remove();
  const href = `#${error?.id.replace("-error", "")}`;
  for (const line of document.querySelectorAll(`#errors a[href="${href}"]`)) line.parentElement?.remove();
  if (document.querySelector(".wrong, #errors li")) return;
  document.querySelector("#errors, [data-explains]")?.remove();
  document.title = document.title.replace(prefix, "");
}

/** "Passwords do not match." stands at the second one, and may be put right at the first. */
function forgetMismatch(password: HTMLElement): void {
  const again = document.querySelector<HTMLInputElement>("[name=confirmPassword]");
  if (again?.value && password instanceof HTMLInputElement && password.value === again.value) forgetErrorsAt(again);
}

function complainAboutTooLittle(input: HTMLInputElement): void {
  if (input.value.trim() === "" || Number.parseFloat(input.value) >= Number(input.dataset.least)) return;
  const { complaint: textContent = "" } = input.dataset;
  const complaint = Object.assign(document.createElement("p"), { textContent, className: "error" });
  complaint.setAttribute("role", "alert");
  input.before(complaint);
  input.parentElement?.classList.add("wrong");
  input.setAttribute("aria-invalid", "true");
}
