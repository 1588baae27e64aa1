const WAIT_MS = 200;
const SHORTEST_NAME = 3;

/**
 * Suggests places and their postal codes while a name is typed into a field; the server accepts names as well. Uses the
 * browser's own list, so that it works with any keyboard and screen reader.
 */
export function suggestPlaces(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-places]")) {
    const list = document.createElement("datalist");
    list.id = `${field.id}-places`;
    field.after(list);
    field.setAttribute("list", list.id);
    let waiting: ReturnType<typeof setTimeout>;
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => suggest(field.value.trim(), list), WAIT_MS);
    });
  }
}

async function suggest(typed: string, list: HTMLDataListElement): Promise<void> {
  // No suggestions for digits, nor for a suggestion that was just chosen.
  if (typed.length < SHORTEST_NAME || /\d/.test(typed)) return;
  const response = await fetch(`/places?q=${encodeURIComponent(typed)}`).catch(() => null);
  if (!response?.ok) return;
  const { items } = (await response.json()) as { items: string[] };
  list.replaceChildren(...items.map((place) => new Option(place, place)));
}
