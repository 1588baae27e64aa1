const PATIENCE_MS = 500;
const GIVE_UP_MS = 30_000;

/** Shows a spinner for navigations that take longer than half a second. It lies over the page but takes no taps. */
export function spinWhenSlow(): void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const spin = (on: boolean) => document.documentElement.classList.toggle("spinner", on);
  const rest = () => {
    timers.forEach(clearTimeout);
    spin(false);
  };
  const start = () => {
    rest();
    timers = [setTimeout(spin, PATIENCE_MS, true), setTimeout(rest, GIVE_UP_MS)];
  };
  // The last listener: if another one prevented the navigation, it has done so by now.
  addEventListener("click", (event) => {
    if (!event.defaultPrevented && leavesThePage(event)) start();
  });
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement && !event.target.target) start();
  });
  addEventListener("pageshow", rest);
}

function leavesThePage(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.dataset.stays || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  const isOnThisPage = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
  return link.protocol.startsWith("http") && !isOnThisPage;
}
