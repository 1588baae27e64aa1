/** Adds a button to each password field that shows what was typed: small keyboards cause many mistakes. */
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
    // Hide it before submitting, so that the browser offers to save it.
    field.form?.addEventListener("submit", () => show(false));
    field.after(button);
  }
}
