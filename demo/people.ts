import type { Account } from "#app/domain/accounts/account";
import { proveAddress, provenOwner } from "#app/domain/accounts/accounts.server";
import { makeKey } from "#app/domain/accounts/keys.server";
import { hashPassword } from "#app/domain/accounts/password.server";
import { register } from "#app/domain/accounts/register.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import type { Addresses } from "#app/domain/form/addresses";
import { addPerson } from "#app/domain/office/invitations.server";
import { type Right, rights } from "#app/domain/office/people.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { endpointsOf, registerEndpoint, removeEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { newId } from "#app/domain/values/ids.server";
import type { Store } from "#db/store.server";
import { limitsAsked } from "./limits-asked";
import type { World } from "./world";

/** Who drives. */
export const drivers = { sipho: "Sipho Nkosi", anna: "Anna Mokoena" } as const;

/** Who works in the office, by what they may do. */
export const office: Record<Right, { name: string; email: string }> = {
  reader: { name: "Lindiwe Radebe", email: "lindiwe@office.example" },
  clerk: { name: "Zanele Dube", email: "zanele@office.example" },
  cashier: { name: "Farouk Adams", email: "farouk@office.example" },
  manager: { name: "Grace Molefe", email: "grace@office.example" },
};

/** Who has an account. */
export const accounts = {
  nomsa: { name: "Nomsa Khumalo", email: "nomsa@example.co.za", phone: "+27821112222" },
  zodwa: { name: "Zodwa's Fashion", email: "zodwa@example.co.za", phone: "+27823334444" },
} as const;

/** Of every account. */
export const PASSWORD = "demo-kasi-parcels";

/** A sender as the addresses of a form. */
export function from(
  name: string,
  email: string,
  phone: string,
  place: [line: string, suburb: string, city: string, postal: string],
) {
  return ends("from", name, email, phone, place);
}

/** A receiver in the same way; the email is made from the name. */
export function to(name: string, phone: string, place: [line: string, suburb: string, city: string, postal: string]) {
  return ends("to", name, `${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@example.com`, phone, place);
}

function ends(
  party: "from" | "to",
  name: string,
  email: string,
  phone: string,
  place: [string, string, string, string],
): Partial<Addresses> {
  const [addressLine, suburb, city, postal] = place;
  const answers = {
    Name: name,
    Email: email,
    Phone: phone,
    AddressLine: addressLine,
    Suburb: suburb,
    City: city,
    Postal: postal,
  };
  return Object.fromEntries(
    Object.entries({ ...answers, Landmark: "" }).map(([field, value]) => [party + field, value]),
  );
}

/** Where the shop's program is called. */
export const WEBHOOK = "/demo-tour/webhook";

/** The people, before anything is sent. Returns the accounts, and the key of the shop. */
export async function settle(
  { store, gateway, appUrl }: World,
  now: Date,
): Promise<{ nomsa: Account; shop: { uid: string; keyId: string }; key: string }> {
  const passwordHash = await hashPassword(limitsAsked, PASSWORD);
  return store.tx(async (tx) => {
    for (const [at, name] of Object.values(drivers).entries())
      await addDriver(tx, { name, phone: `+2783123456${at + 7}`, plate: `${at + 2}3 GP` }, now);
    for (const right of rights) await addPerson(tx, { ...office[right], right }, "The demo", now);
    const joined = async ({ name, email, phone }: { name: string; email: string; phone: string }) => {
      const form = { name, email, phone, passwordHash, registrationKey: email };
      const { account } = await register(tx, limitsAsked, form, now);
      await proveAddress(tx, account.uid, email, now);
      return account;
    };
    const [nomsa, zodwa] = [await joined(accounts.nomsa), await joined(accounts.zodwa)];
    const made = { id: newId(), uid: zodwa.uid, name: "Our shop", mode: gateway.mode, termsVersion: TERMS_VERSION };
    const key = await makeKey(tx, made, now);
    if (key.kind !== "made") throw new Error(`no key: ${key.kind}`);
    await registerEndpoint(tx, { uid: zodwa.uid, url: appUrl + WEBHOOK, events: null }, now);
    return { nomsa, shop: { uid: zodwa.uid, keyId: made.id }, key: key.key };
  });
}

/** Somebody who wants to drive for us. */
export async function applies({ store }: World, changes: Record<string, string>, now: Date): Promise<string> {
  const typed = {
    residence: "Katlehong",
    currentprovince: "Gauteng",
    originprovince: "Limpopo",
    referer: "A friend",
    OwnerDriver: "Yes",
    experience: "No",
    delivery_location: "Soweto and Orlando",
    vehicle_make: "Toyota",
    vehicle_model: "Hilux",
    vehicle_year: "2017",
    vehicleKm: "120000",
    vehicleCanopy: "Yes",
    vehicle_registration: "ABC 123 GP",
    vehicleTracking: "No",
    ...changes,
  };
  const received = await receiveApplication(
    store,
    applicationSchema(typed, now).parse(typed),
    { formKey: newId(), sender: null },
    now,
  );
  if (received.kind !== "received") throw new Error("the application was not received");
  return received.reference;
}

/** Calls the shop's program where the demo is served now, which may be another port than when it was made. */
export async function keepWebhookHere(store: Store, home: string, now: Date): Promise<void> {
  const shop = await provenOwner(store.read, accounts.zodwa.email);
  if (!shop) return;
  const url = home + WEBHOOK;
  const others = (await endpointsOf(store.read, shop.uid)).filter((endpoint) => endpoint.url !== url);
  if (others.length === 0) return;
  await store.tx(async (tx) => {
    for (const { id } of others) await removeEndpoint(tx, shop.uid, id);
    await registerEndpoint(tx, { uid: shop.uid, url, events: null }, now);
  });
}
