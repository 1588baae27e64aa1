/** "Print Quote" opens the print dialogue; without scripts it says how to print. */
export function openPrintDialogue(): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-print]")) return;
    event.preventDefault();
    print();
  });
}
