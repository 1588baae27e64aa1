import { beforeEach, expect, test } from "vitest";
import { changeDetails } from "#app/domain/accounts/accounts.server";
import {
  blockCustomer,
  blocksOf,
  endBlocks,
  isBlocked,
  unblockCustomer,
} from "#app/domain/accounts/blocked-customers.server";
import { addresses } from "../../../demo/typed-answers";
import { anOffice, type Office } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");

let office: Office;
beforeEach(async () => {
  office = await anOffice();
});
const block = (contact: string, at = now) => office.store.tx((tx) => blockCustomer(tx, contact, "Never pays", at));
const unblock = (contact: string) => office.store.tx((tx) => unblockCustomer(tx, contact));
const isStopped = (changed: Partial<typeof addresses>, uid: string | null = null) =>
  isBlocked(office.store.read, { uid, addresses: { ...addresses, ...changed } });

test("a contact is blocked and unblocked once, however it is written", async () => {
  expect([await block(" Thandi@Example.co.za "), await block("thandi@example.co.za")]).toEqual([true, false]);
  expect([await block("082 555 0102"), await block("+27 82 555 0102")]).toEqual([true, false]);
  expect([await unblock("THANDI@example.co.za"), await unblock("thandi@example.co.za")]).toEqual([true, false]);
  expect([await unblock("0825550102"), await unblock("0825550102")]).toEqual([true, false]);
});

test.each([
  ["their email", "blocked@example.co.za", { fromEmail: "Blocked@Example.co.za" }],
  ["their phone", "0825550102", { fromPhone: "082 555 0102" }],
])("a sender is blocked by %s, and nobody as a receiver", async (_, contact, theirs) => {
  expect(await isStopped(theirs)).toBe(false);
  await block(contact);
  expect(await isStopped(theirs)).toBe(true);
  expect(await isStopped({})).toBe(false);
  expect(await isStopped({ toEmail: "blocked@example.co.za", toPhone: "0825550102" })).toBe(false);
});

test("so is a parcel of their account, whoever it is sent from", async () => {
  const { account } = await office.joined("shop@example.co.za", now);
  await office.store.tx((tx) => changeDetails(tx, account.uid, { name: "Shop", phone: "083 555 0103" }, now));
  for (const contact of ["shop@example.co.za", "0835550103"]) {
    expect(await isStopped({}, account.uid)).toBe(false);
    await block(contact);
    expect(await isStopped({}, account.uid)).toBe(true);
    expect(await isStopped({}, "another account")).toBe(false);
    expect(await isStopped({})).toBe(false);
    await unblock(contact);
  }
});

test("old blocks end, some at a time, and somebody's own are found", async () => {
  const day = (n: number) => new Date(now.getTime() + n);
  for (const [n, contact] of ["a@example.com", "b@example.com", "c@example.com"].entries())
    await block(contact, day(n));
  const end = (before: Date, atMost: number) => office.store.tx((tx) => endBlocks(tx, before, atMost));
  expect([await end(day(2), 1), await end(day(2), 9), await end(day(2), 9)]).toEqual([1, 1, 0]);
  const left = await blocksOf(office.store.read, () => true);
  expect(left).toEqual([{ contact: "c@example.com", because: "Never pays", blockedAt: day(2) }]);
  expect(await blocksOf(office.store.read, (contact) => contact === "a@example.com")).toEqual([]);
});
