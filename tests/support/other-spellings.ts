/** What isn't text for people: scripts, a program's examples, and what is typed or was typed. */
const NO_TEXT = /<(script|style|pre|code|textarea)\b.*?<\/\1>/gs;
/** Addresses on the web: they have numbers as they are stored. */
const ADDRESSES = /\S+\/\S*/g;

/** How every page spells our numbers and phones. */
const OURS = /\bTH \d{3} \d{3} \d{3} \d\b|\b[CD] \d{4} \d{4}\b|\bQ\d{8}\b|\b0\d\d \d{3} \d{4}\b/g;
/** Any other spelling of them. */
const OTHERS = [/\bTH ?\d[\d ]*\d/, /\b[CDQ] ?\d{4} ?\d{4}\b/, /\+27[\d ]*\d/, /(?<!\d)0\d(?: ?\d){8}(?!\d)/];

/**
 * The numbers of ours, phones and boxes in a page that are spelled otherwise than on any other: "TH4821093753",
 * "C48210934", "+27821234567", "0821234567", "flyer-bag".
 * @param boxIds what is typed and sent for a box, and never shown
 */
export function otherSpellings(html: string, boxIds: readonly string[] = []): string[] {
  const text = html
    .replace(NO_TEXT, " ")
    .replace(/<wbr\/?>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replaceAll(/&nbsp;|\u00a0/g, " ")
    .replace(ADDRESSES, " ")
    .replace(OURS, "\n");
  const shapes = [...OTHERS, ...boxIds.map((id) => new RegExp(`\\b${id}\\b`))];
  return shapes.flatMap((shape) => text.match(new RegExp(shape, "g")) ?? []);
}
