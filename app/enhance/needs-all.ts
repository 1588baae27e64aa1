type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Marks "Next" as unavailable until every required field is filled (specification section 5), and shows how many are
 * missing. Pressing it shows which. Without scripts the server does this.
 */
export function holdBackUnfinished(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-needs-all]");
  const look = () => forms.forEach(holdBack);
  for (const occasion of ["input", "change"]) document.addEventListener(occasion, look);
  for (const form of forms) {
    nextOf(form)?.addEventListener("click", (event) => showMissing(event, form));
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
  announce(form, length === 0 ? "" : `Still to fill in: ${length}`);
}

/** Names the missing fields, marks them, and focuses the first. */
function showMissing(event: Event, form: HTMLFormElement): void {
  const missing = missingIn(form);
  const [first] = missing;
  if (!first) return;
  event.preventDefault();
  for (const control of missing) {
    control.closest(".field, .choices")?.classList.add("wrong");
    control.setAttribute("aria-invalid", "true");
  }
  announce(form, `Still to fill in: ${missing.map(nameOf).join(", ")}`);
  first.focus();
}

function announce(form: HTMLFormElement, words: string): void {
  const place = form.querySelector("[data-missing]");
  if (place && place.textContent !== words) place.textContent = words;
}

/** The field's name on the page: the question for radios, otherwise the party and the label. */
function nameOf(control: Control): string {
  const { type, labels } = control;
  if (type === "checkbox") return "the confirmation";
  const group = control.closest("fieldset")?.firstChild?.textContent ?? "";
  return type === "radio" ? group : `${group} ${labels?.[0]?.firstChild?.textContent}`.trim();
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
  return control.value.trim() !== "" && !(least && Number(control.value) < Number(least));
}
