const WAIT_MS = 200;
const SHORTEST_NAME = 3;

/**
 * Suggests places and their postal codes below a field while a name is typed into it; the server takes names as well.
 * The browser's own list, so that it works with any keyboard and screen reader.
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
  // Whoever types a code needs no name for it; nor is one asked for that was just chosen.
  if (typed.length < SHORTEST_NAME || /\d/.test(typed)) return;
  const response = await fetch(`/places?q=${encodeURIComponent(typed)}`).catch(() => null);
  if (!response?.ok) return;
  const { items } = (await response.json()) as { items: string[] };
  list.replaceChildren(...items.map((place) => new Option(place, place)));
}
