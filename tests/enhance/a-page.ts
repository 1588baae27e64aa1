import { Window } from "happy-dom";
import { vi } from "vitest";

/** What the scripts use of a browser, beside the document. */
const NAMES =
  `document DOMParser Element Event FormData HTMLButtonElement HTMLElement HTMLFormElement HTMLInputElement HTMLLIElement
  HTMLSelectElement HTMLTextAreaElement history location`.split(/\s+/);

/**
 * A page in a browser's stead, with the scripts' names of it: what is typed, pressed and shown, without a browser. How it looks, and
 * what keyboards and screen readers do, only the tests in a browser can tell.
 * @param html the body
 */
export function aPage(html: string, address = "https://thuma.example/ship") {
  const window = new Window({ url: address });
  const { document } = window;
  document.body.innerHTML = html;
  for (const name of NAMES) vi.stubGlobal(name, Reflect.get(window, name));
  // A constructor that happy-dom lacks.
  vi.stubGlobal("Option", function option(text: string, value = text) {
    return Object.assign(document.createElement("option"), { textContent: text, value });
  });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  // Their types are a browser's, which are the same as `lib.dom`'s where tests use them.
  const page = document as unknown as Document;
  const find = <E extends Element = HTMLInputElement>(selector: string): E => {
    const found = page.querySelector<E>(selector);
    if (!found) throw new Error(`no ${selector} in ${page.body.innerHTML}`);
    return found;
  };
  /** Returns whether the browser would go on as it does without scripts. */
  function happens(at: EventTarget, type: string, more: object = {}): boolean {
    const event = new window.Event(type, { bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
    return at.dispatchEvent(event as unknown as Event);
  }
  return {
    document: page,
    find,
    happens,
    text: (selector: string) => page.querySelector(selector)?.textContent ?? null,
    type(selector: string, value: string): void {
      const field = find(selector);
      field.value = value;
      happens(field, "input");
    },
    window: window as unknown as EventTarget,
  };
}
