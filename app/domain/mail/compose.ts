export type Link = { label: string; url: string };

/** What an email says: a greeting, paragraphs, facts in a table, at most one link to act on, others to read more. */
export type EmailContent = {
  greeting: string;
  opening: string[];
  facts: (readonly [label: string, value: string])[];
  action?: Link;
  links?: Link[];
  closing: string[];
  signature: string[];
};

/** The same email twice: plain text for the plainest reader, and small HTML without pictures or scripts. */
export function compose(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ greeting, opening, facts, action, links = [], closing, signature }: EmailContent): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const rows = facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
  const parts = [
    greeting,
    ...opening,
    rows,
    ...(action ? [action, ...links] : links).map(({ label, url }) => `${label}:\n${url}`),
    ...closing,
    signature.join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function asHtml({ greeting, opening, facts, action, links = [], closing, signature }: EmailContent): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><th align="left" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`;
  return [
    '<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"></head>',
    '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px">',
    ...[greeting, ...opening].map(paragraph),
    facts.length ? `<table>${facts.map(row).join("")}</table>` : "",
    ...(action ? [action, ...links] : links).map(
      ({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
    ),
    ...closing.map(paragraph),
    `<p>${signature.map(escapeHtml).join("<br>")}</p>`,
    "</body></html>",
  ].join("\n");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
