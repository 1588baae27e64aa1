import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { OfficePerson, Right } from "#app/domain/office/people.server";
import { startOfficeSession } from "#app/domain/office/sessions.server";
import { newId } from "#app/domain/values/ids.server";
import { asCookieText } from "#app/http/cookies/cookie-text.server";
import { officePeople } from "#db/schema/office-people";
import { openStore } from "#db/store.server";
import type { Site } from "./open-site";
import { storePlace } from "./store-place";
import { Visitor } from "./visitor";

type Given = { right?: Right; name?: string; email?: string; at?: Date; secret?: string };

/** Somebody of the office, signed in on a browser without scripts. Their session began `at`, now unless it is given. */
export async function anOfficePerson(
  site: Pick<Site, "url" | "dataDir">,
  { right = "clerk", name = "Thandi Nkosi", email = `${newId()}@office.example`, at = new Date(), secret }: Given = {},
): Promise<{ browser: Visitor; person: OfficePerson }> {
  const store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
  const person = { id: newId(), name, email, right };
  const row = { id: person.id, name, email, officeRight: right, addedAt: at };
  const token = await store
    .tx(async (tx) => {
      await tx.insert(officePeople).values(row);
      return startOfficeSession(tx, { personId: person.id, browser: "Firefox on Linux" }, at);
    })
    .finally(() => store.close());
  const browser = new Visitor(site.url);
  browser.cookies.set("office", { value: cookieOf(site, [token, person.id], secret), path: "/office" });
  return { browser, person };
}

/** A cookie as the site signs it. */
export function cookieOf(site: Pick<Site, "dataDir">, stored: [string, string], secret = secretOf(site)): string {
  const text = asCookieText(JSON.stringify(stored));
  return `${text}.${createHmac("sha256", secret).update(`office.${text}`).digest("base64url")}`;
}

function secretOf({ dataDir }: Pick<Site, "dataDir">): string {
  return process.env.SESSION_SECRET ?? readFileSync(path.join(dataDir, "session-secret"), "utf8").trim();
}
