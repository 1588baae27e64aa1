/** The city comes from the postal code, where it has one; what was typed there stays. */
export function fillCities(): void {
  document.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.cityIn) return;
    const city = document.getElementById(target.dataset.cityIn);
    const code = target.value.replace(/\s/g, "");
    if (!(city instanceof HTMLInputElement) || !/^\d{4}$/.test(code)) return;
    if (city.value && city.value !== city.dataset.found) return;
    try {
      const answer = await fetch(`/v1/coverage?pcode=${code}`);
      const found = answer.ok ? ((await answer.json()) as { city: string }).city : "";
      // Two places: their customer knows which.
      if (!found || / and /.test(found)) return;
      city.value = found;
      city.dataset.found = found;
      city.dispatchEvent(new Event("input", { bubbles: true }));
    } catch {
      // Without a signal it is typed.
    }
  });
}
