/**
 * Fills in suburb and city from the postal code, if that stands for one place. What was typed there stays. One tap
 * selects a value that was filled in, to type over it.
 */
export function fillPlaces(): void {
  document.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { form, id, value } = target;
    const [, party] = /^(from|to)Postal$/.exec(id) ?? [];
    // A suggestion includes the name: `Katlehong 1431`.
    const [, code] = /(?:^|\D)(\d{4})$/.exec(value.replace(/\s/g, "")) ?? [];
    const country = form?.elements.namedItem("toCountry");
    const isAbroad = party === "to" && country instanceof HTMLSelectElement && country.value !== "South Africa";
    if (!party || isAbroad || !code || !document.getElementById(`${party}City`)) return;
    try {
      const answer = await fetch(`/places?code=${encodeURIComponent(value)}`);
      const { city, suburb, suburbs } = (await answer.json()) as PlaceOfCode;
      if (fill(`${party}City`, city ?? "")) fill(`${party}Suburb`, suburb ?? "");
      offer(`${party}Suburb`, suburbs);
    } catch {
      // Without a signal the user types it.
    }
  });
}

type PlaceOfCode = { city: string | null; suburb: string | null; suburbs: string[] };

/** Suggests the places that share the code. */
function offer(id: string, names: string[]): void {
  const field = document.getElementById(id);
  const list = document.createElement("datalist");
  list.id = `${id}s`;
  list.replaceChildren(...names.map((name) => new Option(name)));
  field?.setAttribute("list", list.id);
  field?.after(list);
}

/** Returns whether the field now has this value. */
function fill(id: string, found: string): boolean {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return false;
  if (!field.value || field.value === field.dataset.found) {
    field.value = field.dataset.found = found;
    field.onfocus = () => field.select();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return field.value === found;
}
