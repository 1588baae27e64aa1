import { rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { settings } from "../app/config.server";
import { KEPT, keepList, keptList } from "../app/domain/office/kept-lists.server";
import { findOfficeSession } from "../app/domain/office/sessions.server";
import { HOURS } from "../app/durations";
import { officeCookieOf } from "../app/http/office/office-guard.server";
import { services } from "../app/services.server";
import { isPayfastList } from "./uploads";

/** What a form can carry to its answer and back. */
const SHORT_BYTES = 48 * 1024;
const KEPT_FOR_MS = 1 * HOURS;

/**
 * Whose list a request's form brings: PayFast's, from somebody who is signed in to the office now. `nobody`: the browser's
 * session has ended, so its body isn't read. Null for any other form.
 */
export async function bringerOfList(request: IncomingMessage, path: string): Promise<string | "nobody" | null> {
  if (!isPayfastList(request, path)) return null;
  const cookie = officeCookieOf({ headers: { get: () => request.headers.cookie ?? null } });
  const { store } = await services();
  const session = cookie && (await findOfficeSession(store.read, cookie.token, new Date()));
  return session?.person.id ?? "nobody";
}

/**
 * The body of a form with PayFast's list. A long list is put into a file of its own, and the form gets its name instead:
 * parsing a form of 20 MB would stop every other page.
 */
export async function withListAside(request: IncomingMessage, body: Buffer, personId: string): Promise<Buffer> {
  if (body.length <= SHORT_BYTES) return body;
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(request.headers["content-type"] ?? "") ?? [];
  const edge = `--${quoted ?? bare}`;
  const at = body.indexOf('name="file"; filename=');
  const begin = body.indexOf("\r\n\r\n", at) + 4;
  const end = body.indexOf(`\r\n${edge}`, begin);
  if (at === -1 || begin < 4 || end === -1) return body;
  const part = body.lastIndexOf(edge, at);
  const [, fileName = ""] = /filename="([^"]*)"/.exec(body.subarray(part, begin).toString("utf8")) ?? [];
  const field = (name: string, value: string) =>
    `${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const { dataDir } = settings();
  const kept = await keepList(dataDir, personId, body.subarray(begin, end));
  const file = keptList(dataDir, personId, kept);
  if (file) setTimeout(() => rmSync(file, { force: true }), KEPT_FOR_MS).unref();
  const instead = [field(KEPT, kept), field("file-name", fileName)].join("\r\n");
  return Buffer.concat([body.subarray(0, part), Buffer.from(instead), body.subarray(end)]);
}
