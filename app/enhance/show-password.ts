/** A button beside each password that shows what was typed: on a small keyboard half of all mistakes are made there. */
export function offerToShowPasswords(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button plain", textContent: "Show password" });
    button.setAttribute("aria-controls", field.id);
    button.addEventListener("click", () => {
      const isShown = field.type === "text";
      field.type = isShown ? "password" : "text";
      button.textContent = isShown ? "Show password" : "Hide password";
    });
    // Sent as a password, so that the browser offers to keep it.
    field.form?.addEventListener("submit", () => {
      field.type = "password";
    });
    field.after(button);
  }
}
