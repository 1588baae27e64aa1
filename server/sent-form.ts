import type { IncomingMessage } from "node:http";
import { settings } from "../app/config.server";
import { isFromOurPage } from "../app/http/forms/same-site.server";
import { officeDoor } from "../app/http/office/office-guard.server";
import { driversDoor } from "../app/http/sign-in/driver.server";
import { sessionNamedAt } from "../app/http/sign-in/guard.server";
import { customersDoor } from "../app/http/sign-in/session.server";

/** A form that could not be saved, to be sent again: its fields as they came, without passwords and files. */
export type SentForm = {
  /** The address that it was sent to. */
  action: string;
  isMultipart: boolean;
  /** In the order in which they came, with the button that was pressed and the keys that make it count once. */
  fields: { name: string; value: string }[];
  /** The names of passwords, which are asked for again. */
  passwords: string[];
  /** The files that came with it, which have to be chosen again. */
  files: { name: string; fileName: string; isPicture: boolean }[];
};

/**
 * Reads a form that is to be shown again. Undefined unless one of our own pages sent it: the page that we show has our
 * address, so a stranger's fields in it would be sent as if they were ours.
 */
export async function sentForm(
  { headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  appUrl: string,
): Promise<SentForm | undefined> {
  const type = headers["content-type"] ?? "";
  const sent = await fieldsOf(type, body).catch(() => undefined);
  if (!sent) return undefined;
  const cookies = { headers: { get: () => headers.cookie ?? null } };
  const ids = [customersDoor, driversDoor, officeDoor].map((door) => sessionNamedAt(door, cookies, settings()));
  const sessions = ids.filter((id) => id !== null);
  const token = sent.find(([name]) => name === "token")?.[1];
  const source = { origin: headers.origin, fetchSite: headers["sec-fetch-site"]?.toString(), referer: headers.referer };
  if (!isFromOurPage(settings(), source, { appUrl, host: url.host }, String(token ?? ""), sessions)) return undefined;
  const texts = sent.flatMap(([name, value]) => (typeof value === "string" ? [{ name, value }] : []));
  return {
    action: url.pathname + url.search,
    isMultipart: isMultipart(type),
    fields: texts.filter(({ name }) => !isSecret(name)),
    passwords: [...new Set(texts.map(({ name }) => name).filter(isSecret))],
    files: sent.flatMap(([name, value]) =>
      typeof value !== "string" && value.size > 0
        ? [{ name, fileName: value.name, isPicture: value.type.startsWith("image/") }]
        : [],
    ),
  };
}

async function fieldsOf(type: string, body: Buffer): Promise<[string, FormDataEntryValue][]> {
  if (!isMultipart(type)) return [...new URLSearchParams(body.toString())];
  return [...(await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData())];
}

const isMultipart = (type: string) => /^multipart\/form-data\b/i.test(type);
const isSecret = (name: string) => /password|^signingSecret$/i.test(name);
