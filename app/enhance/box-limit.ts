import { forgetErrorsAt } from "./edited-errors";

/**
 * Shows the chosen box's price beside the button. Warns while a weight is typed that is too much for the box, and
 * offers the box that takes it, or says that none does.
 */
export function watchBoxLimit(): void {
  const weight = document.querySelector<HTMLInputElement>("input[name=weight]");
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[data-max-kg]")];
  const note = document.querySelector<HTMLElement>("[data-larger]");
  if (!weight || !note) return;
  weight.after(note);
  note.hidden = false;

  const maxOf = (box: HTMLInputElement) => Number(box.dataset.maxKg);
  const price = document.querySelector("[data-chosen]");
  const priceOf = (box?: HTMLInputElement) => box?.closest("label")?.querySelector(".price")?.textContent ?? "";
  const add = <Tag extends "p" | "button">(tag: Tag, textContent = "", className = "") => {
    const element = Object.assign(document.createElement(tag), { textContent, className });
    note.append(element);
    return element;
  };
  // The same from the server.
  const panel = () => document.querySelector("[data-explains]");
  const look = () => {
    const typed = weight.value.replace(/[\s'’]/g, "");
    const isGrams = /\dg/i.test(typed);
    // As the form reads it: of several signs the last begins the decimals, and `1,500 g` is a thousand and a half.
    const plain = typed.replace(/[.,](?=.*[.,])/g, "").replace(/^(\d{1,3})[.,](?=\d{3}g)/i, "$1");
    const kg = Number.parseFloat(plain.replace(",", ".")) / (isGrams ? 1_000 : 1);
    const chosen = boxes.find((box) => box.checked);
    if (price) price.textContent = priceOf(chosen);
    note.replaceChildren();
    if (!chosen || !(kg > maxOf(chosen)) || panel()) return;
    const [larger] = boxes.filter((box) => maxOf(box) >= kg).sort((one, other) => maxOf(one) - maxOf(other));
    add("p", `${note.dataset.over} ${chosen.dataset.maxKg?.replace(".", ",")} kg`, "error");
    add("p", larger ? note.dataset.larger : note.dataset.none);
    if (larger) offer(larger);
  };
  const offer = (box: HTMLInputElement) => {
    const name = box.closest("label")?.querySelector("b")?.textContent;
    const button = add("button", [`Use ${name} instead`, priceOf(box)].filter(Boolean).join(", "), "button");
    button.type = "button";
    button.onclick = () => {
      box.checked = true;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      weight.focus();
    };
  };
  const edited = () => {
    if (panel()) forgetErrorsAt(weight);
    look();
  };
  for (const field of [weight, ...boxes]) field.addEventListener("input", edited);
  look();
}
