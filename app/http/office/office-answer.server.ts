import type { AppLoadContext } from "@remix-run/node";
import { json } from "@remix-run/node";
import { type Look, noteLook } from "#app/domain/office/looks.server";
import { asFile } from "#app/http/pages/as-file.server";
import { privately } from "#app/http/pages/private-page.server";
import { isStillHere } from "../sign-in/guard.server";
import { type OfficeHere, officeDoor } from "./office-guard.server";

/** What a page or file of the office shows of what is stored: it goes on record. */
export type Shows = Look | "nothing stored";

/** A page of the office, for whoever is signed in. Every page says what it shows. */
export function officePage<Page>(person: OfficeHere, shows: Shows, page: Page, now: Date, status = 200) {
  if (shows !== "nothing stored") noteLook(person, shows, now);
  return json(page, privately(status));
}

type OfficeFile = Parameters<typeof asFile>[0];
type Exported = Look & { what: "exported" };

/** A file of the office. It is on record before its first byte is sent, and ends with the session. */
export function officeFile(
  context: AppLoadContext,
  person: OfficeHere,
  shows: Exported,
  file: OfficeFile,
  now: Date,
): Response {
  noteLook(person, shows, now);
  const { bytes } = file;
  return asFile(bytes instanceof ReadableStream ? { ...file, bytes: whileSignedIn(context, person, bytes) } : file);
}

/** Whoever has signed out or was blocked gets no further piece, and their browser sees that the file isn't whole. */
function whileSignedIn(
  context: AppLoadContext,
  person: OfficeHere,
  bytes: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = bytes.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        const next = await reader.read();
        if (next.done) return out.close();
        if (await isStillHere(context, officeDoor, person.sessionId, new Date())) return out.enqueue(next.value);
        await reader.cancel();
        out.error(new Error("the session has ended"));
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}
