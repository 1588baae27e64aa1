import { beforeEach, expect, test } from "vitest";
import {
  addressBook,
  deleteAddress,
  forgetAddressesOf,
  saveAddress,
  savedAddress,
} from "#app/domain/accounts/address-book.server";
import { readPartyAddress } from "#app/domain/form/saved-form";
import { limits } from "#app/domain/limits/limits";
import { savedAddresses } from "#db/schema/address-book";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const later = new Date("2026-11-24T08:00:00Z");

const office = officeForEachTest();
let thandi: string;
let sipho: string;
beforeEach(async () => {
  thandi = (await office.joined("thandi@example.co.za", now)).account.uid;
  sipho = (await office.joined("sipho@example.co.za", now)).account.uid;
});

const save = (id: string, label: string, uid = thandi, fields: object = {}, at = now) =>
  office.store.tx((tx) => saveAddress(tx, { id, uid, label, address: readPartyAddress(fields) }, at));
const labels = async (uid = thandi) => (await addressBook(office.store.read, uid)).map(({ label }) => label);

test("a book lists its owner's addresses by name", async () => {
  await save("1", "Work");
  await save("2", "Home");
  await save("3", "Gogo", sipho);
  expect(await labels()).toEqual(["Home", "Work"]);
  expect(await savedAddress(office.store.read, thandi, "1")).toMatchObject({ label: "Work" });
  expect(await savedAddress(office.store.read, sipho, "1")).toBeNull();
});

test("the same form again changes the address; an id of another account is refused", async () => {
  await save("1", "Home", thandi, { City: "Soweto" });
  expect(await save("1", "Home 2", thandi, { City: "Germiston" }, later)).toBe(true);
  expect(await save("1", "Mine now", sipho)).toBe(false);
  expect(await addressBook(office.store.read, thandi)).toMatchObject([
    { label: "Home 2", address: { City: "Germiston" }, createdAt: now, updatedAt: later },
  ]);
});

test("a full book accepts no more, but its addresses can be changed, and other books aren't affected", async () => {
  const address = readPartyAddress({});
  const full = Array.from({ length: limits.savedAddresses.points - 1 }, (_, at) => ({
    id: `${at}`,
    uid: thandi,
    label: "x",
    address,
  }));
  await office.store.tx((tx) =>
    tx.insert(savedAddresses).values(full.map((each) => ({ ...each, createdAt: now, updatedAt: now }))),
  );
  expect([await save("last", "Home"), await save("one more", "Work")]).toEqual([true, false]);
  expect(await save("last", "House")).toBe(true);
  expect(await save("his", "Home", sipho)).toBe(true);
});

test("only its owner can delete an address", async () => {
  await save("1", "Home");
  await save("2", "Work");
  await office.store.tx((tx) => deleteAddress(tx, sipho, "1"));
  expect(await labels()).toEqual(["Home", "Work"]);
  await office.store.tx((tx) => deleteAddress(tx, thandi, "1"));
  expect(await labels()).toEqual(["Work"]);
});

test("erasing a person removes them from every book, and nobody with a similar email", async () => {
  await save("1", "Gogo", thandi, { Email: "Gogo@Example.co.za" });
  await save("2", "Big Gogo", sipho, { Email: "big.gogo@example.co.za" });
  const isTheirs = ({ Email }: { Email: string }) => Email.toLowerCase() === "gogo@example.co.za";
  await office.store.tx((tx) => forgetAddressesOf(tx, isTheirs, "Gogo@example.co.za"));
  expect([await labels(), await labels(sipho)]).toEqual([[], ["Big Gogo"]]);
});
