import path from "node:path";
import { settings } from "#app/config.server";
import { startSession } from "#app/domain/accounts/sessions.server";
import type { Right } from "#app/domain/office/people.server";
import { newId } from "#app/domain/values/ids.server";
import { keepOffice } from "#app/http/office/office-guard.server";
import { officePeople } from "#db/schema/office-people";
import { joinStore, type Store } from "#db/store.server";
import { storePlace } from "./store-place";
import { Visitor } from "./visitor";

/** The site's settings must have it too, so that the cookie is one of the site's. */
export const SESSION_SECRET = "a-secret-that-the-test-knows-too";
process.env.SESSION_SECRET = SESSION_SECRET;

/** A browser without scripts in which somebody with this right is signed in to the office. */
export async function anOfficeBrowser(
  site: { url: string; dataDir: string },
  right: Right,
  store?: Store,
): Promise<Visitor> {
  const own = store ?? (await joinStore(await storePlace(path.join(site.dataDir, "courier.db"))));
  const [id, now] = [newId(), new Date()];
  const token = await own.tx(async (tx) => {
    const email = `${right}-${id}@office.example`.toLowerCase();
    const person = { id, name: "Zanele Khumalo", email, officeRight: right, addedAt: now };
    await tx.insert(officePeople).values(person);
    return startSession(tx, "office", { who: id, browser: "a test" }, now);
  });
  if (!store) await own.close();
  const visitor = new Visitor(site.url);
  // Another test of this process may have read its settings before.
  const known = { ...settings(), sessionSecrets: [SESSION_SECRET] };
  const [pair = ""] = keepOffice(known, token, id).split("; ");
  const at = pair.indexOf("=");
  visitor.cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path: "/office" });
  return visitor;
}
