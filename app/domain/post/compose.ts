import { brand } from "#app/brand";
import { addressInALine, contact } from "#app/contact";
import { languageTag } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { joined, number, type Sentence, say } from "#app/language/say";
import { escapeHtml } from "../values/escape-html";

/** A row of an email about several parcels: whom or what it is about, its number with a link, and what is said of it. */
export type ParcelRow = { about: Sentence; link: Link; beside: Sentence | null; says: readonly Sentence[] };

/** Rows to which the same has happened; without a heading where the email's headline says it. */
export type ParcelRows = { heading: Sentence | null; rows: readonly ParcelRow[]; next: Sentence };

export type Link = { label: Sentence; url: string };

/** What is known of a parcel or a payment: what it is, and its value. */
export type Fact = readonly [label: Sentence, value: Sentence];

/** Stands at the end of a link's address, in stored emails too, until it is sent: then its key takes this place. */
export const TO_BE_SIGNED = "?signed";

/**
 * An email's content: a headline, a greeting, paragraphs, a number that stands out (to write on a parcel), a table of
 * facts, at most one link as a button, and more links.
 */
export type EmailContent = {
  headline: Sentence;
  /** What it is about, such as a waybill: the subject is the headline and this. */
  about?: Sentence;
  /** How far the parcel is, from 1, as on the tracking page. */
  road?: { names: readonly string[]; reached: number };
  greeting: Sentence;
  opening: Sentence[];
  large?: Fact;
  facts: Fact[];
  /** In place of facts: what has happened to several parcels. */
  lists?: readonly ParcelRows[];
  /** Right below the facts, which it explains. */
  explained?: Sentence;
  action?: Link;
  links?: Link[];
  closing: Sentence[];
  signature: Sentence[];
  /** The last line: a link to stop these emails. */
  footer?: Link;
  /** The same content for mail programs, as an object of schema.org. */
  structured?: Record<string, unknown>;
};

/** Writes the email as plain text and as small HTML without pictures or scripts. */
export function compose(content: EmailContent): { subject: string; text: string; html: string } {
  const { headline, about } = content;
  const subject = inText(about ? joined([headline, about], ": ") : headline);
  return { subject, text: asText(content), html: asHtml(content) };
}

/** Only the addresses of links are signed, not what somebody wrote like one. */
const unsigned = (words: string) => words.replaceAll(TO_BE_SIGNED, "? signed");
const inText = (sentence: Sentence) => unsigned(plainText(sentence));

function asText({ greeting, opening, large, facts, action, links = [], ...more }: EmailContent): string {
  const { lists = [], explained, closing, signature, footer } = more;
  const table = facts.map(([label, value]) => [`${inText(label)}:`, inText(value)] as const);
  const width = Math.max(0, ...table.map(([label]) => label.length)) + 1;
  const parts = [
    ...[greeting, ...opening].map(inText),
    large ? `${inText(large[0])}:  ${inText(large[1])}` : "",
    table.map(([label, value]) => `${label.padEnd(width)}${value}`).join("\n"),
    ...lists.flatMap(rowsInText),
    explained ? inText(explained) : "",
    ...(action ? [action, ...links] : links).map(asTextLink),
    ...closing.map(inText),
    signature.map(inText).join("\n"),
    ...(footer ? [asTextLink(footer)] : []),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function rowsInText({ heading, rows, next }: ParcelRows): string[] {
  const each = rows.map(({ about, link, beside, says }) => {
    const number = joined(beside ? [link.label, beside] : [link.label], ", ");
    return [...[about, number, ...says].map(inText), link.url].join("\n");
  });
  return [...(heading ? [inText(heading)] : []), ...each, inText(next)];
}

/** "Your waybill:" and the address below it. A label that is a question gets no colon. */
function asTextLink({ label, url }: Link): string {
  return `${inText(label).replace(/(?<![?.])$/, ":")}\n${url}`;
}

/** The site's colours (`brand.ts`), by day. A background never comes without the colour of its text. */
const { sun: SUN, "on-sun": ON_SUN, board, chalk, hair } = brand.colours.light;
const BOARD = `background:${board};color:${chalk}`;
const LINE = `border-top:1px solid ${hair}`;
/** The wall that tracking opens with too: what is true now, before all else. */
const WALL = `color:${ON_SUN};background:${SUN}`;
/**
 * The size that the reader has set, usually 16 px. All other sizes are multiples of it, and lines of their text, so that
 * both grow with it.
 */
const TEXT = "font:medium/1.5 sans-serif";
const LARGE = "font-size:1.6em;line-height:1.2";
const HEADING = "font-size:1.2em;line-height:1.3";
/** A PIN, which somebody says at a gate with the phone in the hand. */
const LARGEST = "font-size:2.6em;line-height:1.2";
/** In characters: a PIN with its word in any language, and no waybill number. */
const LONGEST_LARGEST = 12;
/**
 * With a line of text it is 44 px high or more, for a thumb. Its edge is seen where a mail program takes the colours
 * away.
 */
const BUTTON = `display:inline-block;padding:10px 16px;border:2px solid ${ON_SUN};${WALL};font-weight:bold;text-decoration:none;border-radius:8px`;
const LINK = `display:inline-block;padding:10px 0;color:inherit;text-decoration:underline ${SUN} 2px`;

function asHtml(content: EmailContent): string {
  const { headline, road, greeting, opening, large, facts, action, links = [], ...more } = content;
  const { lists = [], explained, closing, signature, footer } = more;
  const title = inHtml(headline);
  const paragraph = (html: string) => `<p>${html}</p>`;
  const row = ([label, value]: Fact) =>
    `<tr style="${LINE}"><th align="left" valign="top" style="padding:8px 8px 8px 0;font-weight:normal">${inHtml(label)}</th><td valign="top" style="padding:8px 0;font-weight:bold">${inHtml(value)}</td></tr>`;
  return [
    `<!doctype html><html lang="${languageTag()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    // The text itself has no fixed colour and no background, so that mail programs in dark mode can change both.
    '<meta name="color-scheme" content="light dark">',
    // Escaped, because a name containing `</script>` would end the element.
    content.structured
      ? `<script type="application/ld+json">${unsigned(JSON.stringify(content.structured)).replaceAll("<", "\\u003c")}</script>`
      : "",
    "</head>",
    `<body style="${TEXT};max-width:36em;margin:0 auto;padding:0 0 16px">`,
    // The mark is a letter on a parcel, because most mail programs show no pictures at first.
    `<div style="${BOARD};padding:12px 10px;font-weight:bold"><span aria-hidden="true" style="${WALL};padding:2px 8px;margin-right:8px">${escapeHtml(brand.name.charAt(0))}</span>${escapeHtml(brand.name)}</div>`,
    `<div style="${WALL};padding:20px 10px"><h1 style="${LARGE};margin:0">${title}</h1>`,
    road
      ? `<p style="margin:12px 0 0">${road.names.map((name, at) => stage(name, at + 1 - road.reached)).join(" → ")}</p>`
      : "",
    "</div>",
    '<div style="padding:4px 10px 0">',
    ...[inHtml(greeting), ...opening.map(inHtml).filter((words) => words !== `${title}.`)].map(paragraph),
    // At twice the text a number this large may break over two lines: otherwise the whole email would scroll sideways.
    large
      ? `<p style="border:2px solid ${SUN};border-radius:8px;padding:10px 12px">${inHtml(large[0])}<br><b style="${inText(large[1]).length > LONGEST_LARGEST ? LARGE : LARGEST}">${escapeHtml(inText(large[1]))}</b></p>`
      : "",
    action ? `<p>${asHtmlLink(action, BUTTON)}</p>` : "",
    facts.length
      ? `<table width="100%" style="border-collapse:collapse;margin:20px 0">${facts.map(row).join("")}</table>`
      : "",
    ...lists.map(rowsInHtml),
    explained ? paragraph(inHtml(explained)) : "",
    ...links.map((link) => asHtmlLink(link, LINK)).map((link) => `<div>${link}</div>`),
    ...closing.map(inHtml).map(paragraph),
    `<p>${signature.map(inHtml).join("<br>")}</p>`,
    `<p style="border-top:2px solid ${SUN};padding-top:12px"><small>${inHtml(say`${brand.legalName} · ${addressInALine()} · ${number(contact().phoneShown)}`)}</small></p>`,
    footer ? `<small>${asHtmlLink(footer, LINK)}</small>` : "",
    "</div></body></html>",
  ].join("\n");
}

function rowsInHtml({ heading, rows, next }: ParcelRows): string {
  const lines = ({ about, link, beside, says }: ParcelRow) => [
    `<b>${inHtml(about)}</b>`,
    [asHtmlLink(link, LINK), ...(beside ? [inHtml(beside)] : [])].join(" · "),
    ...says.map(inHtml),
  ];
  const row = (each: ParcelRow) =>
    `<tr style="${LINE}"><td style="padding:8px 0">${lines(each).join("<br>")}</td></tr>`;
  return [
    heading ? `<h2 style="${HEADING};margin:24px 0 8px">${inHtml(heading)}</h2>` : "",
    `<table width="100%" style="border-collapse:collapse">${rows.map(row).join("")}</table>`,
    `<p>${inHtml(next)}</p>`,
  ].join("");
}

/** A stage of the road: one that is reached, the present one, or one that is still to come. */
function stage(name: string, away: number): string {
  const words = escapeHtml(name).replaceAll(" ", "&nbsp;");
  if (away === 0) return `<b>${words}&nbsp;${inHtml(messagesCatalogue().emails.now)}</b>`;
  return away < 0 ? `${words}&nbsp;✓` : words;
}

function asHtmlLink({ label, url }: Link, style: string): string {
  return `<a href="${escapeHtml(url)}" style="${style}">${inHtml(label)}</a>`;
}

/** Our numbers and phone numbers stay on one line. */
function inHtml({ parts }: Sentence): string {
  const html = parts.map((part): string => {
    if (typeof part !== "string" && part.is === "strong") return `<b>${inHtml(part.value.words)}</b>`;
    if (typeof part !== "string" && part.is === "link")
      return `<a href="${escapeHtml(part.value.href)}">${inHtml(part.value.words)}</a>`;
    const shown = escapeHtml(plainText({ parts: [part] }));
    return typeof part !== "string" && part.is === "number" ? shown.replaceAll(" ", "&nbsp;") : shown;
  });
  return unsigned(html.join(""));
}
