/** Shows how many characters are left, instead of "Up to 300 characters". */
export function countCharacters(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) count(target);
  });
  for (const area of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-counter]")) {
    if (area.value) count(area);
  }
}

function count(area: HTMLTextAreaElement): void {
  const limit = Number(area.dataset.counter);
  const hint = document.getElementById(`${area.id}-hint`);
  if (limit && hint) hint.textContent = `${area.value.length} of ${limit} characters`;
}
