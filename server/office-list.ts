import type { IncomingMessage } from "node:http";
import { settings } from "../app/config.server";
import { dropList, KEPT, keepList } from "../app/domain/office/kept-lists.server";
import { HOURS } from "../app/durations";
import { isPayfastList } from "./uploads";

/** What a form can carry to its answer and back. */
const SHORT_BYTES = 48 * 1024;
const KEPT_FOR_MS = 1 * HOURS;

/**
 * The body of a form with PayFast's list. A long list is put into a file of its own, and the form gets its name instead:
 * parsing a form of 20 MB would stop every other page.
 */
export async function withListAside(request: IncomingMessage, path: string, body: Buffer): Promise<Buffer> {
  if (!isPayfastList(request, path) || body.length <= SHORT_BYTES) return body;
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
  const kept = await keepList(dataDir, body.subarray(begin, end));
  setTimeout(() => dropList(dataDir, kept), KEPT_FOR_MS).unref();
  const instead = [field(KEPT, kept), field("file-name", fileName)].join("\r\n");
  return Buffer.concat([body.subarray(0, part), Buffer.from(instead), body.subarray(end)]);
}
