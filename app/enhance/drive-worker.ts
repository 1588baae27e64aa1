import { SECONDS } from "#app/durations";

const LOOK_EVERY_MS = 30 * SECONDS;

/**
 * Registers a driver's worker, gives it the stops of the list to keep, and tells it when there may be a signal. Says how
 * many marks are still kept once that changes.
 */
export async function employDriveWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const keep = [...document.querySelectorAll<HTMLAnchorElement>("a[data-keep]")].map(({ pathname }) => pathname);
  const isList = document.querySelector("[data-round=true]") !== null;
  // Where it can't be had (private windows), pages are as before.
  const registration = await workers.register("/drive-sw.js", { scope: "/drive" }).catch(() => undefined);
  const look = (message = {}) => registration?.active?.postMessage(message);
  const first = () => look(isList ? { keep } : {});
  first();
  workers.addEventListener("controllerchange", first);
  workers.addEventListener("message", ({ data }) => tell(String(data)));
  addEventListener("online", () => look());
  document.addEventListener("visibilitychange", () => look());
  setInterval(() => document.getElementById("kept") && look(), LOOK_EVERY_MS);
}

function tell(words: string): void {
  const place = document.getElementById("kept");
  if (!place) return;
  place.textContent = words;
  place.nextElementSibling?.remove();
}
