import { HOURS, TYPED_KEPT_HOURS } from "#app/durations";

/** When something was typed last, the page's mark, and the values of its fields in their order. */
type Kept = [at?: number, mark?: number, fields?: [value: string, isChecked: boolean][]];

/**
 * Stores a half-filled step when the user leaves it by a link: what they typed is posted with the click, and its answer
 * sets a cookie that fills in the step when they come back. It is posted again when the page goes away by any other
 * way; that alone wouldn't do, because Chromium drops a post sent then from a page that has a service worker. For a
 * reload it is therefore stored in this tab as well, alone and without what is hidden. Any other page, sending the form,
 * leaving this phone in any tab, or two hours end that. A page from before somebody left this phone, whose fields the
 * browser fills in again by itself, becomes blank, and posts nothing.
 */
export function keepTyped(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-needs-all=keep]");
  // A browser that refuses cookies refuses this too.
  const tab: Partial<Storage> = navigator.cookieEnabled ? sessionStorage : {};
  const [keptAt = 0, mark, kept = []]: Kept = JSON.parse(tab.typed ?? "[]");
  delete tab.typed;
  if (!form) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>("[name]:not([type=hidden])")];
  const here = markOf(form);
  const left = leftAt();
  if ((history.state ?? left) !== left) form.reset();
  // Chromium would fetch the page of a refused form again without what was sent.
  if (!document.querySelector("#errors")) history.replaceState(left, "");
  // Older Safari knows nothing newer.
  const isReload = performance.navigation?.type === 1;
  let isChanged = isReload && mark === here && Math.abs(Date.now() - keptAt) < TYPED_KEPT_HOURS * HOURS;
  let typedAt = isChanged ? keptAt : 0;
  if (isChanged)
    fields.forEach((field, place) => {
      // What was typed before the scripts ran stays.
      if (field.value === field.defaultValue || /^(radio|checkbox|select)/.test(field.type))
        [field.value, field.checked] = kept[place] ?? [field.value, field.checked];
    });
  const keep = () => {
    if (!isChanged || form.dataset.sent || leftAt() !== left) return;
    isChanged = false;
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") typed.append(name, value);
    typed.set("intent", "keep");
    fetch(form.action, { method: "POST", body: typed, keepalive: true }).catch(() => undefined);
  };
  form.addEventListener("input", () => {
    isChanged = true;
    typedAt = Date.now();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) keep();
  });
  addEventListener("pagehide", keep);
  // A page that the browser had kept whole.
  addEventListener("pageshow", () => leftAt() === left || location.reload());
  // Also when the page goes away; and a browser that needs the memory ends a hidden one without another word.
  document.addEventListener("visibilitychange", () => {
    if (!typedAt || form.dataset.sent) return;
    const typed: Kept = [typedAt, here, fields.map(({ value, checked }) => [value, checked])];
    tab.typed = JSON.stringify(typed);
  });
}

/** A value that changes when somebody leaves this phone. */
function leftAt(): string {
  return `${/left=[\w-]+/.exec(document.cookie)}`;
}

/**
 * A number for the page: another one for another draft or session, for answers that were saved meanwhile, and since
 * somebody left this phone. Its hidden fields say which, and can't be read from it.
 */
function markOf(form: HTMLFormElement): number {
  const hidden = [...form.querySelectorAll<HTMLInputElement>("[type=hidden]")].map(({ value }) => value);
  const text = location.pathname + leftAt() + hidden;
  return [...text].reduce((mark, letter) => (mark * 31 + letter.charCodeAt(0)) | 0, form.elements.length);
}
