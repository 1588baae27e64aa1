export type Link = { label: string; url: string };

/**
 * An email's content: a greeting, paragraphs, a number that stands out (to write on a parcel), a table of facts, at
 * most one link as a button, and more links.
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
  /** The last line: a link to stop these emails. */
  footer?: Link;
  /** The same content for mail programs, as an object of schema.org. */
  structured?: Record<string, unknown>;
};

/** Writes the email as plain text and as small HTML without pictures or scripts. */
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

/** "Your waybill:" and the address below it. A label that is a question gets no colon. */
function asTextLink({ label, url }: Link): string {
  return `${label.replace(/(?<![?.])$/, ":")}\n${url}`;
}

/** The style of the site's buttons. */
const BUTTON =
  "display:inline-block;padding:12px 20px;background:#ffb612;color:#1d1410;font-weight:bold;text-decoration:none;border-radius:8px";

function asHtml(content: EmailContent): string {
  const { greeting, opening, large, facts, action, links = [], closing, signature, footer, structured } = content;
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`;
  return [
    '<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    // Neither text nor background has a fixed colour, so that mail programs in dark mode can change both.
    '<meta name="color-scheme" content="light dark">',
    // Escaped, because a name containing `</script>` would end the element.
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
