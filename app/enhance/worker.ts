import type { TypedField } from "../worker/unsent-form";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Registers the service worker. Before a form is sent, tells it what was typed, with the page's labels: if the form
 * doesn't get through, the worker shows it again. It stores none of it.
 */
export function employWorker(): void {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // Service workers may be unavailable (private windows, development); pages work without.
  workers.register("/sw.js", { updateViaCache: "all" }).catch(() => undefined);
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== "post") return;
    workers.controller?.postMessage(fieldsOf(target));
  });
}

function fieldsOf(form: HTMLFormElement): TypedField[] {
  // The page of an unsent form lists the values of the page before it.
  const again = [...form.querySelectorAll<HTMLElement>("dt[data-name]")].map((term) => ({
    name: term.dataset.name ?? "",
    label: words(term),
    text: words(term.nextElementSibling),
    value: form.querySelector<HTMLInputElement>(`input[name="${term.dataset.name}"]`)?.value ?? "",
  }));
  return [...again, ...[...form.elements].flatMap((control) => (isTyped(control) ? [fieldOf(control)] : []))];
}

function isTyped(control: Element): control is Control {
  if (control instanceof HTMLInputElement) {
    return control.type !== "hidden" && (control.checked || !/radio|checkbox/.test(control.type));
  }
  return control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement;
}

function fieldOf(control: Control): TypedField {
  const { name, type } = control;
  const value = type === "password" ? "" : control.value;
  const group = words(control.closest("fieldset")?.querySelector("legend"));
  const choice = control.closest("label");
  if (type === "radio") return { name, value, label: group, text: words(choice?.querySelector("b")) };
  if (type === "checkbox") return { name, value, label: words(choice), text: "Yes" };
  // Without "(optional)", which is in an element of its own.
  const label = words(document.querySelector(`label[for="${name}"]`)?.firstChild);
  const text = control instanceof HTMLSelectElement ? words(control.selectedOptions[0]) : value;
  return { name, value, label: group ? `${group}: ${label}` : label, text };
}

function words(node: Node | null | undefined): string {
  return node?.textContent?.trim() ?? "";
}
