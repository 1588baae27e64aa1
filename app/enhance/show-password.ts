/** A button in each password field that shows what was typed: on a small keyboard half of all mistakes are made there. */
export function offerToShowPasswords(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
    const button = document.createElement("button");
    const show = (isShown: boolean) => {
      field.type = isShown ? "text" : "password";
      button.textContent = isShown ? "Hide password" : "Show password";
    };
    button.type = "button";
    button.className = "reveal";
    button.onclick = () => show(field.type === "password");
    show(false);
    // Sent as a password, so that the browser offers to keep it.
    field.form?.addEventListener("submit", () => show(false));
    field.after(button);
  }
}
