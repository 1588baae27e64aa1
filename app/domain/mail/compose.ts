export type Link = { label: string; url: string };

/**
 * What an email says: a greeting, paragraphs, what is to be read first of all (a number to write on a parcel), facts in a
 * table, at most one link to act on, others to read more.
 */
export type EmailContent = {
  greeting: string;
  opening: string[];
  large?: readonly [label: string, value: string];
  facts: (readonly [label: string, value: string])[];
  action?: Link;
  links?: Link[];
  closing: string[];
  signature: string[];
  /** Stands last: no more of these. */
  footer?: Link;
  /** The same for mail programs: an object of schema.org. */
  structured?: Record<string, unknown>;
};

/** The same email twice: plain text for the plainest reader, and small HTML without pictures or scripts. */
export function compose(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ greeting, opening, large, facts, action, links = [], ...more }: EmailContent): string {
  const { closing, signature, footer } = more;
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const rows = facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
  const parts = [
    greeting,
    ...opening,
    large ? `${large[0]}:  ${large[1]}` : "",
    rows,
    ...(action ? [action, ...links] : links).map(asTextLink),
    ...closing,
    signature.join("\n"),
    ...(footer ? [asTextLink(footer)] : []),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** "Your waybill:" and the address below it; a question has its mark already. */
function asTextLink({ label, url }: Link): string {
  return `${label.replace(/(?<![?.])$/, ":")}\n${url}`;
}

/** As the site's own buttons look. */
const BUTTON =
  "display:inline-block;padding:12px 20px;background:#ffb612;color:#1d1410;font-weight:bold;text-decoration:none;border-radius:8px";

function asHtml(content: EmailContent): string {
  const { greeting, opening, large, facts, action, links = [], closing, signature, footer, structured } = content;
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`;
  return [
    '<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    // Neither text nor background has a colour of its own: mail programs that are dark may make both dark.
    '<meta name="color-scheme" content="light dark">',
    // A name that ends the element would begin another.
    structured
      ? `<script type="application/ld+json">${JSON.stringify(structured).replaceAll("<", "\\u003c")}</script>`
      : "",
    "</head>",
    '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px">',
    ...[greeting, ...opening].map(paragraph),
    large ? `<p>${escapeHtml(large[0])}<br><b style="font-size:28px">${escapeHtml(large[1])}</b></p>` : "",
    facts.length ? `<table>${facts.map(row).join("")}</table>` : "",
    action ? `<p>${asHtmlLink(action, BUTTON)}</p>` : "",
    ...links.map((link) => `<p>${asHtmlLink(link)}</p>`),
    ...closing.map(paragraph),
    `<p>${signature.map(escapeHtml).join("<br>")}</p>`,
    footer ? `<p><small>${asHtmlLink(footer)}</small></p>` : "",
    "</body></html>",
  ].join("\n");
}

function asHtmlLink({ label, url }: Link, style = ""): string {
  return `<a href="${escapeHtml(url)}"${style && ` style="${style}"`}>${escapeHtml(label)}</a>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
