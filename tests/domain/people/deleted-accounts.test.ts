import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { keysOf } from "#app/domain/accounts/keys.server";
import { once } from "#app/domain/accounts/once.server";
import { startSession } from "#app/domain/accounts/sessions.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { eraseDeletedAccounts } from "#app/domain/people/deleted-accounts.server";
import { startTidying } from "#app/domain/people/tidy.server";
import { endpointsOf, registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { MINUTES } from "#app/durations";
import { deletedAccounts, users } from "#db/schema/accounts";
import { doneOnce } from "#db/schema/done-once";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { sessions } from "#db/schema/sessions";
import type { Store } from "#db/store.server";
import { aShop } from "../../support/a-shop";
import { aFolder } from "../../support/a-store";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const later = new Date(now.getTime() + 5 * MINUTES);
const EMAIL = "shop@example.co.za";
const BOOKINGS = 9;

const office = officeForEachTest();
let account: Account;
let ids: string[];
beforeEach(async () => {
  const shop = await aShop(office, EMAIL, now);
  ids = [];
  for (let n = 0; n < BOOKINGS; n += 1) ids.push((await shop.book(String(n))).id);
  const { uid } = shop.account;
  await office.store.tx(async (tx) => {
    await registerEndpoint(tx, { uid, url: "https://shop.example/", events: null }, now);
    await startSession(tx, "customer", { who: uid, guestId: null, browser: "" }, now);
    for (const key of ["1", "2"]) await once(tx, { uid, key, hash: "" }, async () => ({ status: 201, body: {} }), now);
  });
  await office.wrote("before", { to: EMAIL }, now);
  while ((await office.postman(now)) > 0);
  account = (await accountById(office.store.read, uid)) ?? expect.fail("no account");
});

const remove = () => office.store.tx((tx) => deleteAccount(tx, account, now));
const named = async () => (await office.store.read.select().from(quotes)).filter(({ email }) => email === EMAIL).length;
const subjects = async () => (await office.store.read.select().from(outgoingMails)).map(({ subject }) => subject);

describe("a deleted account", () => {
  test("ends its sign-ins, keys and webhooks at once; its bookings are erased in several transactions", async () => {
    await remove();
    const { read } = office.store;
    expect(await accountById(read, account.uid)).toBeNull();
    expect(await read.$count(sessions)).toBe(0);
    expect([await keysOf(read, account.uid), await endpointsOf(read, account.uid)]).toEqual([[], []]);
    expect(await named()).toBe(BOOKINGS);
    const left: number[] = [];
    const watched: Store = {
      ...office.store,
      tx: async (work, how) => {
        const done = await office.store.tx(work, how);
        left.push(await named());
        return done;
      },
    };
    await eraseDeletedAccounts(watched, later);
    expect(left.slice(0, 3)).toEqual([5, 1, 0]);
    expect([await read.$count(doneOnce), await read.$count(deletedAccounts)]).toEqual([0, 0]);
    expect(await subjects()).toEqual(["(Deleted at the request of its owner.)"]);
    // They may still be under way.
    expect((await quoteById(read, ids[0] ?? ""))?.formSnapshot.addresses.fromAddressLine).not.toBe("");
  });

  test("is erased on after a restart", async () => {
    await remove();
    const stops = [false, false, true];
    await eraseDeletedAccounts(office.store, later, () => stops.shift() ?? true);
    expect(await named()).toBe(1);
    expect(await office.store.read.$count(deletedAccounts)).toBe(1);
    await eraseDeletedAccounts(office.store, later);
    expect([await named(), await office.store.read.$count(deletedAccounts)]).toEqual([0, 0]);
  });

  test("is erased on by the site itself, as soon as it starts", async () => {
    await remove();
    const stops = [false, false, true];
    await eraseDeletedAccounts(office.store, later, () => stops.shift() ?? true);
    expect(await named()).toBe(1);
    const report = { done: () => undefined, failed: (error: unknown) => expect.fail(String(error)) };
    const tidying = startTidying(office.store, aFolder(), () => later, report);
    await expect.poll(() => office.store.read.$count(deletedAccounts)).toBe(0);
    await tidying.stop();
    expect(await named()).toBe(0);
  });

  test("takes nothing from whoever registers with the same email meanwhile", async () => {
    await remove();
    const another = await aShop(office, "other@example.co.za", later);
    await office.store.tx(async (tx) => {
      await tx.update(users).set({ email: EMAIL }).where(eq(users.uid, another.account.uid));
      expect(await proveAddress(tx, another.account.uid, EMAIL, later)).toEqual([]);
    });
    const quote = await another.book("1", later);
    await office.wrote("after", { to: EMAIL }, later);
    while ((await office.postman(later)) > 0);
    await eraseDeletedAccounts(office.store, later);
    expect(await subjects()).toEqual(expect.arrayContaining(["after", "(Deleted at the request of its owner.)"]));
    expect(await quoteById(office.store.read, quote.id)).toMatchObject({ uid: another.account.uid, reference: "1" });
    expect(await keysOf(office.store.read, another.account.uid)).toHaveLength(1);
  });
});
