/**
 * Removes an error when its field is edited, and shows one at once when a number is too small (specification section 5,
 * step 2).
 */
export function forgetEditedErrors(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const place = target.closest(".wrong");
    if (place) {
      place.classList.remove("wrong");
      const error = place.querySelector(".error");
      error?.remove();
      target.removeAttribute("aria-invalid");
      for (const line of document.querySelectorAll(`#errors a[href="#${target.id}"]`)) line.parentElement?.remove();
      forgetLastError(error?.querySelector(".away")?.textContent ?? "");
    }
    if (target instanceof HTMLInputElement && target.dataset.least) complainAboutTooLittle(target);
  });
}

/** After the last error the summary is removed too, and what the title begins with as the error did. */
function forgetLastError(prefix: string): void {
  const summary = document.getElementById("errors");
  if (!summary || summary.querySelector("li")) return;
  summary.remove();
  if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
}

function complainAboutTooLittle(input: HTMLInputElement): void {
  if (input.value.trim() === "" || Number.parseFloat(input.value) >= Number(input.dataset.least)) return;
  const complaint = document.createElement("p");
  complaint.className = "error";
  complaint.setAttribute("role", "alert");
  complaint.textContent = input.dataset.complaint ?? "";
  input.before(complaint);
  input.parentElement?.classList.add("wrong");
  input.setAttribute("aria-invalid", "true");
}
