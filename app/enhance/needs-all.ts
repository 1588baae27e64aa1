type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** "Next" waits until everything that is required is filled (spec section 5); without scripts the server says what is missing. */
export function holdBackUnfinished(): void {
  const look = () => document.querySelectorAll<HTMLFormElement>("form[data-needs-all]").forEach(holdBack);
  for (const occasion of ["input", "change"]) document.addEventListener(occasion, look);
  // A browser that fills in a form by itself doesn't always say so.
  addEventListener("pageshow", () => setTimeout(look, 300));
  look();
}

function holdBack(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]:not([formaction], [formnovalidate])");
  if (!button || form.dataset.sent) return;
  const required = [...form.elements].filter(
    (element): element is Control => "required" in element && !!element.required,
  );
  button.disabled = !required.every((control) => isFilled(control, form));
}

function isFilled(control: Control, form: HTMLFormElement): boolean {
  if (control.type === "checkbox") return control instanceof HTMLInputElement && control.checked;
  if (control.type === "radio") return form.querySelector(`[name="${control.name}"]:checked`) !== null;
  const least = control.dataset.least;
  return control.value.trim() !== "" && !(least && Number(control.value) < Number(least));
}
