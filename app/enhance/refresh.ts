import { SECONDS } from "#app/durations";

/**
 * Reloads the page's content every few seconds while the page waits for something (`data-refresh-seconds`). Pauses
 * while the tab is hidden or the phone offline: nobody is looking, and every request costs data.
 */
export function keepFresh(): void {
  const place = document.querySelector<HTMLElement>("[data-refresh-seconds]");
  const seconds = Number(place?.dataset.refreshSeconds);
  if (!place || !seconds) return;
  setTimeout(async () => {
    if (!document.hidden && navigator.onLine) await lookAgain(place.dataset.refreshHref || location.href);
    keepFresh();
  }, seconds * SECONDS);
}

async function lookAgain(href: string): Promise<void> {
  try {
    const answer = await fetch(href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    if (new URL(answer.url).pathname !== location.pathname) return location.replace(answer.url);
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // The connection is down; try again next time.
  }
}

/** Replaces <main> only if it changed, so that a screen reader announces nothing else. */
function show(fresh: Document): void {
  // A parsed document treats what is in <noscript> as elements, so a refresh in there would become active.
  for (const unscripted of fresh.querySelectorAll("noscript")) unscripted.remove();
  const [main, freshMain] = [document.querySelector("main"), fresh.querySelector("main")];
  if (!main || !freshMain) return;
  document.title = fresh.title;
  for (const unscripted of main.querySelectorAll("noscript")) unscripted.remove();
  if (main.innerHTML !== freshMain.innerHTML) main.replaceChildren(...freshMain.childNodes);
}
