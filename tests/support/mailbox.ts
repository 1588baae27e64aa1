import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 120_000;

export type FoundEmail = { to: string; subject: string; text: string; html: string; link: string };

/** The emails that a site without a mail server wrote to files, oldest first. */
export function emailsTo(dataDir: string, address: string): FoundEmail[] {
  const folder = path.join(dataDir, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".eml"))
    .map((file) => path.join(folder, file))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .map((file) => emailOf(readFileSync(file, "utf8")))
    .filter((email) => email.to === address);
}

/** The newest email to an address whose subject matches; waits until it is there. */
export async function emailTo(dataDir: string, address: string, subject: RegExp): Promise<FoundEmail> {
  const givesUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = emailsTo(dataDir, address)
      .filter((email) => subject.test(email.subject))
      .at(-1);
    if (found) return found;
    if (Date.now() > givesUpAt) {
      const there = emailsTo(dataDir, address).map((email) => email.subject);
      throw new Error(`no letter ${subject} to ${address}, only: ${there.join("; ")}`);
    }
    await pause(50);
  }
}

/** Parses a raw email. */
export function emailOf(raw: string): FoundEmail {
  const text = partOf(raw, "text/plain");
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  const html = partOf(raw, "text/html");
  return { to: header(raw, "To"), subject: decodedWords(header(raw, "Subject")), text, html, link };
}

function partOf(raw: string, type: string): string {
  // A body line may begin with two hyphens too, for example the rest of a link's code.
  const [, boundary = ""] = /boundary="(.+?)"/.exec(raw) ?? [];
  const [part = ""] = raw.split(`--${boundary}`).filter((each) => each.includes(`Content-Type: ${type}`));
  const [, head = "", content = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*?)\s*$/.exec(part.trimStart()) ?? [];
  return head.includes("quoted-printable") ? unquoted(content) : content;
}

/** The text messages that a site without a provider wrote to files for one number. */
export function textsTo(dataDir: string, phone: string): string[] {
  const folder = path.join(dataDir, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sms"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .filter((text) => text.startsWith(`To: ${phone}\n`))
    .map((text) => text.split("\n\n").slice(1).join("\n\n").trim());
}

function header(raw: string, name: string): string {
  const head = (raw.split(/\r?\n\r?\n/)[0] ?? "").replace(/\r?\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? "";
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodedWords(text: string): string {
  return text.replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, coded) => unquoted(coded.replaceAll("_", " ")));
}
