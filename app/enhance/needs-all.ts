type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Marks "Next" as unavailable until every required field is filled (specification section 5), and shows how many are
 * missing. A press goes through all the same: the server's answer says which, and why, at each field.
 */
export function holdBackUnfinished(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-needs-all]");
  const look = () => forms.forEach(holdBack);
  for (const occasion of ["input", "change"]) document.addEventListener(occasion, look);
  for (const form of forms) {
    const missing = document.createElement("p");
    missing.setAttribute("role", "status");
    missing.dataset.missing = "";
    form.append(missing);
    form.classList.add("told");
  }
  // A browser that fills in a form by itself doesn't always fire events.
  addEventListener("pageshow", () => setTimeout(look, 300));
  look();
}

function nextOf(form: HTMLFormElement): HTMLButtonElement | null {
  return form.querySelector<HTMLButtonElement>("button[type=submit]:not([formaction], [formnovalidate])");
}

function holdBack(form: HTMLFormElement): void {
  if (form.dataset.sent) return;
  const { length } = missingIn(form);
  nextOf(form)?.setAttribute("aria-disabled", String(length > 0));
  const place = form.querySelector("[data-missing]");
  const words = length === 0 ? "" : `Still to fill in: ${length}`;
  if (place && place.textContent !== words) place.textContent = words;
}

/** Only the first of a group of radios is listed. */
function missingIn(form: HTMLFormElement): Control[] {
  const required = [...form.elements].filter(
    (element): element is Control => "required" in element && !!element.required,
  );
  const missing = required.filter((control) => !isFilled(control, form));
  return missing.filter((control, at) => missing.findIndex(({ name }) => name === control.name) === at);
}

function isFilled(control: Control, form: HTMLFormElement): boolean {
  if (control.type === "checkbox") return control instanceof HTMLInputElement && control.checked;
  if (control.type === "radio") return form.querySelector(`[name="${control.name}"]:checked`) !== null;
  const least = control.dataset.least;
  return control.value.trim() !== "" && !(least && Number.parseFloat(control.value) < Number(least));
}
