import { escapeHtml } from "../../domain/values/escape-html";
import type { KeptMark } from "./kept-marks";

const KINDS: Record<string, string> = {
  collected: "Collected",
  delivered: "Delivered",
  returned: "Returned to the sender",
  nobody_there: "Nobody there",
  something_wrong: "Something is wrong",
};

/** What this phone has stored and will send, in one sentence; blank if nothing. */
export function keptInWords(marks: readonly KeptMark[]): string {
  const kept = counted(marks.filter(({ state }) => state === "waiting"));
  const isOne = kept.length === 1 && kept[0]?.startsWith("1 ");
  return kept.length === 0
    ? ""
    : `Kept on this phone: ${kept.join(" and ")}. ${isOne ? "It goes" : "They go"} out when there is a signal.`;
}

/** "2 marks" and "1 photo". */
function counted(marks: readonly KeptMark[]): string[] {
  return (["mark", "photo"] as const).flatMap((kind) => {
    const { length } = marks.filter(({ what }) => what === kind);
    return length === 0 ? [] : [`${length} ${kind}${length === 1 ? "" : "s"}`];
  });
}

/** What to say when nothing waits any more. */
export function endInWords(marks: readonly KeptMark[]): string {
  if (marks.some(({ state }) => state === "held")) return "The site takes no marks from this phone now. Open My stops.";
  const refused = (kind: KeptMark["what"]) =>
    marks.filter(({ what, state }) => what === kind && state === "refused").length;
  const [uncounted, length] = [refused("mark"), refused("photo")];
  if (uncounted > 0)
    return `All marks are sent, but ${uncounted === 1 ? "1 mark isn't" : `${uncounted} marks aren't`} counted. Open My stops.`;
  if (length === 0) return "All marks are sent.";
  return `All marks are sent, but ${length === 1 ? "1 photo" : `${length} photos`} can't be. Open My stops.`;
}

/** Shown before signing out: how many unsent marks and photos each driver has on this phone; empty if none. */
export function leavingInWords(marks: readonly KeptMark[]): string {
  const unsent = marks.filter(({ state }) => state !== "refused");
  const ofEach = [...new Set(unsent.map(({ by }) => by))].map((by) => {
    const theirs = unsent.filter((mark) => mark.by === by);
    return `${counted(theirs).join(" and ")} of ${by || "a driver"}`;
  });
  if (ofEach.length === 0) return "";
  return `Not sent yet, and kept on this phone: ${ofEach.join(", ")}. After you sign out they still go to the office, when a page of ours is open and there is a signal. But they aren't counted: the office gets them as reports, and decides. Wait until they are sent, if you can.`;
}

/** Adds the words above to the page that asks. */
export function withLeaving(page: string, marks: readonly KeptMark[]): string {
  const words = leavingInWords(marks);
  const notice = words && `<div class="notice bad" role="alert"><p>${escapeHtml(words)}</p></div>`;
  return page.replace(/<\/h1>/, (end) => end + notice);
}

/** Adds a notice to a page about stored marks and marks that the site refused. */
export function withNotice(page: string, marks: readonly KeptMark[]): string {
  const kept = keptInWords(marks);
  const lines = marks.map((mark) => {
    const words = mark.why ? `${inWords(mark)}: ${mark.why}` : inWords(mark);
    return {
      isBad: mark.state === "refused" || mark.state === "held",
      html: `<li><a href="${escapeHtml(mark.to)}">${escapeHtml(numberIn(mark.to))}</a> ${escapeHtml(words)}</li>`,
    };
  });
  const list = (isBad: boolean) =>
    `<ul>${lines.flatMap((line) => (line.isBad === isBad ? line.html : [])).join("")}</ul>`;
  const bad = lines.some(({ isBad }) => isBad)
    ? `<div class="notice bad" role="alert"><h2>The office's site did not take this</h2>${list(true)}</div>`
    : "";
  const waiting =
    kept && `<div class="notice info"><p id="kept" role="status">${escapeHtml(kept)}</p>${list(false)}</div>`;
  return page.replace(/<main\b[^>]*>/, (main) => main + bad + waiting);
}

/** A page of the cached stops that have no mark yet: names and addresses, and a button to each stop; then what was put off. */
export function roundPage(
  round: readonly { stop: string; page: string }[],
  marked: readonly string[],
  notToday: readonly string[] = [],
): string {
  const [first] = round;
  const open = round.filter(({ stop }) => !marked.includes(stop));
  const stops = open.map(({ stop, page }) => {
    const card = /<section class="card">[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
    return `<h2>${escapeHtml(numberIn(stop))}</h2>${card}<p><a class="button" href="${escapeHtml(stop)}">Open this stop</a></p>`;
  });
  const others = notToday.map((words) => `<li>${escapeHtml(words)}</li>`).join("");
  const putOff = others && `<h2>Not today</h2><ul>${others}</ul>`;
  const words = `<h1>My stops</h1><p>No signal, or the site is busy. This phone keeps these stops for today.</p>${stops.join("")}${putOff}`;
  return (first?.page ?? "").replace(/(<main\b[^>]*>)[\s\S]*(<\/main>)/, (_, main, end) => main + words + end);
}

/** "Delivered at 10:32". */
function inWords({ kind, at, what }: KeptMark): string {
  const clock = new Date(at).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Africa/Johannesburg",
  });
  return `${what === "photo" ? "Photo of " : ""}${KINDS[kind] ?? "Mark"} at ${clock}`;
}

function numberIn(stop: string): string {
  return stop.replace(/.*(TH)(\d{3})(\d{3})(\d{3})(\d)(?:\/.*)?$/, "$1 $2 $3 $4 $5");
}
