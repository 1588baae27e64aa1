import path from "node:path";
import { hash } from "@node-rs/argon2";
import Database from "better-sqlite3";

/** The contact of a booking that exists (`known`), or doesn't. Phones of both kinds are equally long and valid. */
export const emailOf = (what, who, n) => `${what.replaceAll(" ", "-")}-${who}-${n}@example.co.za`;
export const phoneOf = (who, n) => `+27${who === "known" ? 82 : 83}${1_000_000 + n}`;

/** Writes accounts straight into a site's database, because registering thousands over HTTP would take too long. */
export async function addCustomers(folder, what, count) {
  const passwordHash = await hash("their-password", { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const now = new Date().toISOString();
  inTheFile(folder, (database) => {
    const insert = database.prepare(
      "INSERT INTO users (uid, email, email_verified_at, name, phone, role, password_hash, registration_key, created_at, last_login_at, updated_at) VALUES (?, ?, ?, 'Known', '+27821234567', 'customer', ?, ?, ?, ?, ?)",
    );
    for (let n = 0; n < count; n += 1) {
      const id = `${what}-${n}`;
      insert.run(id, emailOf(what, "known", n), now, passwordHash, id, now, now, now);
    }
  });
}

/** Paid bookings with a waybill each. Each sender has a different email and phone. */
export function addBookings(folder, what, count) {
  const now = new Date().toISOString();
  inTheFile(folder, (database) => {
    const insert = (table, row) =>
      database
        .prepare(
          `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
            .map((name) => `@${name}`)
            .join()})`,
        )
        .run(row);
    for (let n = 0; n < count; n += 1) {
      const [id, email] = [`${what}-${n}`, emailOf(what, "known", n)];
      const addresses = {
        ...{ fromName: "Thandi Nkosi", fromEmail: email, fromPhone: phoneOf("known", n), fromCell: "" },
        ...{ fromAddressLine: "Stand 1423, Mphuti Street", fromSuburb: "Katlehong", fromCity: "Germiston" },
        ...{ fromPostal: "1431", fromCountry: "ZA", fromLandmark: "Blue gate opposite the taxi rank" },
        ...{ toName: "Sipho Dlamini", toEmail: "sipho@example.co.za", toPhone: "+27735550101", toCell: "" },
        ...{ toAddressLine: "12 Ncome Crescent", toSuburb: "Orlando East", toCity: "Soweto" },
        ...{ toPostal: "1804", toCountry: "ZA", toLandmark: "" },
      };
      insert("quotes", {
        ...{ id, quote_no: id, draft_id: id, journey: "publicQuote", type: "local", status: "waybill_created" },
        ...{ email, from_postal: "1431", to_postal: "1804", to_country: "ZA", box_id: "flyer-bag", quantity: 1 },
        ...{
          api_base: "embedded",
          request: "{}",
          form_snapshot: JSON.stringify({ addresses, parcel: {} }),
          form_hash: id,
        },
        ...{ created_at: now, priced_at: now, expires_at: now, booked_at: now, updated_at: now },
      });
      insert("waybills", { waybill_no: `TH${4_000_000_000 + n}`, quote_id: id, issued_at: now });
    }
  });
}

function inTheFile(folder, write) {
  const database = new Database(path.join(folder, "courier.db"), { timeout: 5_000 });
  database.transaction(() => write(database))();
  database.close();
}
