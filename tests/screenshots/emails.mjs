import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The emails that a site wrote to files, one of each kind, as pages. */
export function emailsAsPages(dataDir) {
  const folder = path.join(dataDir, "outbox");
  const kinds = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".eml"))) {
    const [, subject = ""] = /^Subject: (.*)$/m.exec(readFileSync(path.join(folder, file), "utf8")) ?? [];
    const name = subject
      .replace(/=\?UTF-8\?Q\?/gi, "")
      .replace(/\d+/g, "")
      .replace(/\W+/g, "-")
      .slice(0, 40);
    const html = htmlOf(readFileSync(path.join(folder, file), "utf8"));
    if (html) kinds.set(name, html);
  }
  return [...kinds].map(([name, html]) => ({ name, html }));
}

function htmlOf(raw) {
  const [, boundary = ""] = /boundary="(.+?)"/.exec(raw) ?? [];
  const part = raw.split(`--${boundary}`).find((each) => each.includes("Content-Type: text/html"));
  const [, coded] = /\r?\n\r?\n([\s\S]*)$/.exec(part ?? "") ?? [];
  if (!part || coded === undefined) return undefined;
  if (/base64/.test(part)) return Buffer.from(coded, "base64").toString("utf8");
  if (!/quoted-printable/.test(part)) return coded;
  const bytes = coded
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
