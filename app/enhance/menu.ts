/** Choosing a link closes the menu, and so does Escape. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("details.menu");
  const close = () => {
    if (menu) menu.open = false;
  };
  menu?.nextElementSibling?.addEventListener("click", close);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu?.open) return;
    close();
    menu.querySelector("summary")?.focus();
  });
  // Back restores the page as it was left, with the menu open.
  addEventListener("pageshow", close);
}
