import { rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { settings } from "../app/config.server";
import { findSession } from "../app/domain/accounts/sessions.server";
import { beginList, KEPT, keptList, type ListBeingKept } from "../app/domain/office/kept-lists.server";
import { officeStaff } from "../app/domain/office/sessions.server";
import { HOURS } from "../app/durations";
import { officeCookieOf } from "../app/http/office/office-guard.server";
import { log } from "../app/log.server";
import { services } from "../app/services.server";
import { after as later } from "../app/timers.server";
import { isPayfastList } from "./uploads";

/** What a form can carry to its answer and back. */
const SHORT_BYTES = 48 * 1024;
const KEPT_FOR_MS = 1 * HOURS;
const MAX_FORM_BYTES = 64 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Whose list a request's form brings: PayFast's, from somebody who is signed in to the office now. `nobody`: the browser's
 * session has ended, so its body isn't read. Null for any other form.
 */
export async function bringerOfList(request: IncomingMessage, path: string): Promise<string | "nobody" | null> {
  if (!isPayfastList(request, path)) return null;
  const cookie = officeCookieOf({ headers: { get: () => request.headers.cookie ?? null } }, settings());
  const { store } = await services();
  const session = cookie && (await findSession(store.read, officeStaff, cookie.token, new Date()));
  return session?.holder.id ?? "nobody";
}

/**
 * Takes the body of a form with PayFast's list as it comes. The list itself is written to a file, so that it takes no
 * memory; the rest is as short as any form. In the end a long list's form has the file's name instead: parsing a form of
 * 20 MB would stop every other page.
 */
export function listAside(contentType: string, personId: string) {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType) ?? [];
  const edge = `--${quoted ?? bare}`;
  const end = Buffer.from(`\r\n${edge}`);
  const { dataDir } = settings();
  /** The form before the list, and after it; between them, what may be the beginning of its end. */
  let [before, held, after] = [NOTHING, NOTHING, NOTHING];
  let list: ListBeingKept | undefined;
  let [listBytes, isOver] = [0, false];

  function take(piece: Buffer): void {
    if (isOver) {
      if (after.length <= SHORT_BYTES) after = Buffer.concat([after, piece]);
    } else if (list) goOn(list, piece);
    // What is longer than a form can be is refused in the end.
    else if (before.length <= MAX_FORM_BYTES) lookForList(Buffer.concat([before, piece]));
  }

  function lookForList(text: Buffer): void {
    before = text;
    const named = text.indexOf('name="file"; filename=');
    const begin = named === -1 ? -1 : text.indexOf("\r\n\r\n", named);
    if (begin === -1) return;
    before = text.subarray(0, begin + 4);
    list = beginList(dataDir, personId);
    write(list, text.subarray(begin + 4));
  }

  /** The list's end may begin in the piece before. A copy of all that comes would be garbage of 20 MB. */
  function goOn(into: ListBeingKept, piece: Buffer): void {
    const across = Buffer.concat([held, piece.subarray(0, end.length)]);
    if (piece.length < end.length || across.includes(end)) {
      write(into, Buffer.concat([held, piece]));
      return;
    }
    put(into, held);
    write(into, piece);
  }

  function write(into: ListBeingKept, text: Buffer): void {
    const at = text.indexOf(end);
    const until = at === -1 ? Math.max(0, text.length - end.length) : at;
    put(into, text.subarray(0, until));
    isOver = at !== -1;
    // A copy, which doesn't hold all of the piece.
    [held, after] = isOver ? [NOTHING, text.subarray(at)] : [Buffer.from(text.subarray(until)), NOTHING];
  }

  function put(into: ListBeingKept, text: Buffer): void {
    into.write(text);
    listBytes += text.length;
  }

  /** The form, once all of it has come; null if it is longer than a form may be, or its list has no end. */
  function form(): Buffer | null {
    if (before.length > MAX_FORM_BYTES || after.length > SHORT_BYTES) return null;
    if (!list || listBytes <= SHORT_BYTES) return Buffer.concat([before, leave(), held, after]);
    if (!isOver) return null;
    const part = before.lastIndexOf(edge, before.lastIndexOf('name="file"'));
    const [, fileName = ""] = /filename="([^"]*)"/.exec(before.subarray(part).toString("utf8")) ?? [];
    const kept = list.keep();
    list = undefined;
    const file = keptList(dataDir, personId, kept);
    if (file) later(KEPT_FOR_MS, () => rmSync(file, { force: true }), notForgotten);
    const field = (name: string, value: string) =>
      `${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
    const instead = [field(KEPT, kept), field("file-name", fileName)].join("\r\n");
    return Buffer.concat([before.subarray(0, part), Buffer.from(instead), after]);
  }

  /** Keeps nothing. @returns what was written of the list */
  function leave(): Buffer {
    const written = list?.leave() ?? NOTHING;
    list = undefined;
    return written;
  }

  return { take, form, leave };
}

function notForgotten(err: unknown): void {
  log.error({ err }, "a list of PayFast's could not be deleted; the next start deletes it");
}
