/**
 * Stores a half-filled step when the user leaves it by a link: what they typed is posted with the click, and its answer
 * sets a cookie that fills in the step when they come back. It is posted again when the page goes away by any other
 * way; that alone wouldn't do, because Chromium drops a post sent then from a page that has a service worker.
 */
export function keepTyped(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-needs-all=keep]");
  if (!form) return;
  let isChanged = false;
  const keep = () => {
    if (!isChanged || form.dataset.sent) return;
    isChanged = false;
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") typed.append(name, value);
    typed.set("intent", "keep");
    fetch(form.action, { method: "POST", body: typed, keepalive: true }).catch(() => undefined);
  };
  form.addEventListener("input", () => {
    isChanged = true;
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) keep();
  });
  addEventListener("pagehide", keep);
}
