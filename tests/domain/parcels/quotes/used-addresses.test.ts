import { beforeEach, describe, expect, test } from "vitest";
import { saveAddress } from "#app/domain/accounts/address-book.server";
import { partyOf } from "#app/domain/form/party-address";
import { readPartyAddress } from "#app/domain/form/saved-form";
import { addressesToPick, pickedAddresses, usedAddresses } from "#app/domain/parcels/quotes/used-addresses.server";
import { MINUTES } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { addresses } from "../../../../demo/typed-answers";
import { officeForEachTest } from "../../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const home = partyOf("from", addresses);
const nobody = { isOwn: async () => false, remembered: [] };

const office = officeForEachTest();
let thandi: string;
beforeEach(async () => {
  thandi = (await office.joined("thandi@example.co.za", now)).account.uid;
});

describe("addresses to pick from", () => {
  test("are the named ones, then those used before; five for either party", async () => {
    await sent(["12 Ncome Crescent", "13 Ncome Crescent", "14 Ncome Crescent", "15 Ncome Crescent"]);
    await named("b", "Gogo");
    await named("a", "Auntie");
    const list = await addressesToPick(office.store.read, thandi, {});
    expect(placesOf(list, "to")).toEqual([
      ["Auntie", "Thandi Nkosi, Stand 1423, Mphuti Street, Germiston"],
      ["Gogo", "Thandi Nkosi, Stand 1423, Mphuti Street, Germiston"],
      ["Sipho Dlamini", "15 Ncome Crescent, Soweto"],
      ["Sipho Dlamini", "14 Ncome Crescent, Soweto"],
      ["Sipho Dlamini", "13 Ncome Crescent, Soweto"],
    ]);
    // Sent from the same address four times: it is listed once.
    expect(placesOf(list, "from")).toEqual([
      ["Auntie", "Thandi Nkosi, Stand 1423, Mphuti Street, Germiston"],
      ["Gogo", "Thandi Nkosi, Stand 1423, Mphuti Street, Germiston"],
      ["Thandi Nkosi", "Stand 1423, Mphuti Street, Germiston"],
    ]);
  });

  test("are the five newest of those used", async () => {
    await sent(["1 A Street", "2 A Street", "3 A Street", "4 A Street", "5 A Street", "6 A Street"]);
    const list = placesOf(await usedAddresses(office.store.read, thandi, {}), "to");
    expect(list.map(([, place]) => place)).toEqual([6, 5, 4, 3, 2].map((number) => `${number} A Street, Soweto`));
  });

  test("are none for a guest, nor from an anonymised quote", async () => {
    await sent(["12 Ncome Crescent"]);
    expect(await addressesToPick(office.store.read, "", {})).toEqual([]);
    const [quote] = await office.store.read.select().from(quotes);
    const { addresses: kept, parcel } = quote?.formSnapshot ?? expect.fail("no quote");
    const formSnapshot = { addresses: { ...kept, toName: "", toCity: "" }, parcel };
    await office.store.tx((tx) => tx.update(quotes).set({ formSnapshot }));
    expect(placesOf(await usedAddresses(office.store.read, thandi, {}), "to")).toEqual([]);
  });

  test("keep what was chosen for the other party", async () => {
    await named("home-id", "Home");
    await sent(["12 Ncome Crescent"]);
    const list = await addressesToPick(office.store.read, thandi, { from: "home-id" });
    for (const { party, query } of list.filter((each) => each.party === "to"))
      expect(new URLSearchParams(query)).toEqual(new URLSearchParams({ from: "home-id", [party]: idIn(query, "to") }));
  });
});

describe("an address that was picked", () => {
  test("fills in its own party's fields, from the book, the phone or the account's own quote", async () => {
    await named("home-id", "Home");
    const [quote] = await sent(["12 Ncome Crescent"]);
    const own = {
      isOwn: async ({ uid }: { uid: string | null }) => uid === thandi,
      remembered: [{ id: "on-this-phone", address: readPartyAddress({ Name: "Sipho" }) }],
    };
    const picked = (query: string, uid = thandi) =>
      pickedAddresses(office.store.read, uid, new URLSearchParams(query), own);
    expect((await picked("from=home-id")).fields).toMatchObject({ fromName: "Thandi Nkosi", fromCity: "Germiston" });
    expect((await picked("to=on-this-phone", "")).fields).toMatchObject({ toName: "Sipho" });
    const both = await picked(`from=home-id&to=${quote?.id}`);
    expect(both.chosen).toEqual({ from: "home-id", to: quote?.id });
    expect(both.fields).toMatchObject({ fromName: "Thandi Nkosi", toAddressLine: "12 Ncome Crescent" });
  });

  test("another person's id fills in nothing", async () => {
    await named("home-id", "Home");
    const [quote] = await sent(["12 Ncome Crescent"]);
    for (const query of [`to=${quote?.id}`, "from=home-id", "from=unknown", "from=", ""])
      expect(await pickedAddresses(office.store.read, "sipho", new URLSearchParams(query), nobody)).toEqual({
        chosen: {},
        fields: {},
      });
    expect(await pickedAddresses(office.store.read, "", new URLSearchParams("from=home-id"), nobody)).toEqual({
      chosen: {},
      fields: {},
    });
  });
});

const named = (id: string, label: string) =>
  office.store.tx((tx) => saveAddress(tx, { id, uid: thandi, label, address: home }, now));

/** Quotes from Thandi to these streets, one a minute. */
async function sent(streets: string[]) {
  const made = [];
  for (const [minute, toAddressLine] of streets.entries())
    made.push(await office.quote({ addresses: { toAddressLine } }, new Date(now.getTime() + minute * MINUTES)));
  await office.store.tx((tx) => tx.update(quotes).set({ uid: thandi }));
  return made;
}

function placesOf(list: Awaited<ReturnType<typeof usedAddresses>>, party: "from" | "to") {
  return list.filter((each) => each.party === party).map(({ name, place }) => [name, place]);
}

const idIn = (query: string, party: string) => new URLSearchParams(query).get(party) ?? "";
