/**
 * Shows the chosen box's price beside the button. Warns while a weight is typed that is too much for the box, and
 * offers the box that takes it.
 */
export function watchBoxLimit(): void {
  const weight = document.querySelector<HTMLInputElement>("input[name=weight]");
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[data-max-kg]")];
  if (!weight || boxes.length === 0) return;
  const note = document.createElement("div");
  note.setAttribute("role", "status");
  weight.after(note);

  const maxOf = (box: HTMLInputElement) => Number(box.dataset.maxKg);
  const price = document.querySelector("[data-chosen]");
  const priceOf = (box?: HTMLInputElement) => box?.closest("label")?.querySelector(".price")?.textContent ?? "";
  const look = () => {
    const typed = weight.value.replace(/[\s'’]/g, "");
    const isGrams = /\dg/i.test(typed);
    // As the form reads it: of several signs the last begins the decimals, and `1,500 g` is a thousand and a half.
    const plain = typed.replace(/[.,](?=.*[.,])/g, "").replace(/^(\d{1,3})[.,](?=\d{3}g)/i, "$1");
    const kg = Number.parseFloat(plain.replace(",", ".")) / (isGrams ? 1_000 : 1);
    const chosen = boxes.find((box) => box.checked);
    if (price) price.textContent = priceOf(chosen);
    if (!chosen || !(kg > maxOf(chosen))) return note.replaceChildren();
    const [larger] = boxes.filter((box) => maxOf(box) >= kg).sort((one, other) => maxOf(one) - maxOf(other));
    const words = document.createElement("p");
    words.className = "error";
    words.textContent = `Over box limit of ${String(maxOf(chosen)).replace(".", ",")} kg`;
    note.replaceChildren(words);
    if (larger) note.append(offer(larger));
  };
  const offer = (box: HTMLInputElement) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    const name = box.closest("label")?.querySelector("b")?.textContent;
    button.textContent = [`Use ${name} instead`, priceOf(box)].filter(Boolean).join(", ");
    button.addEventListener("click", () => {
      box.checked = true;
      box.dispatchEvent(new Event("change", { bubbles: true }));
      weight.focus();
    });
    return button;
  };
  for (const field of [weight, ...boxes]) field.addEventListener("input", look);
  for (const field of boxes) field.addEventListener("change", look);
  look();
}
