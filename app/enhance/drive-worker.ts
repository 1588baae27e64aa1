import { SECONDS } from "#app/durations";

const LOOK_EVERY_MS = 30 * SECONDS;

/**
 * Registers the drivers' service worker, gives it the list's stops to cache, and tells it when there may be a signal.
 * Shows how many marks are still stored whenever that changes.
 */
export async function employDriveWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const keep = [...document.querySelectorAll<HTMLAnchorElement>("a[data-keep]")].map(({ pathname }) => pathname);
  const notToday = [...document.querySelectorAll("[data-not-today]")].map(({ textContent }) => textContent);
  const isList = document.querySelector("[data-round=true]") !== null;
  // Service workers may be unavailable (private windows); pages work without.
  const registration = await workers.register("/drive-sw.js", { scope: "/drive" }).catch(() => undefined);
  const look = (message = {}) => registration?.active?.postMessage(message);
  // So that the browser doesn't clear stored marks when the phone is full. Signed-in drivers only.
  if (isList) void navigator.storage?.persist?.().catch(() => undefined);
  const first = () => look(isList ? { keep, notToday } : {});
  first();
  workers.addEventListener("controllerchange", first);
  workers.addEventListener("message", ({ data }) => announce(String(data)));
  addEventListener("online", () => look());
  document.addEventListener("visibilitychange", () => look());
  setInterval(() => document.getElementById("kept") && look(), LOOK_EVERY_MS);
}

function announce(words: string): void {
  const place = document.getElementById("kept");
  if (!place) return;
  place.textContent = words;
  place.nextElementSibling?.remove();
}
