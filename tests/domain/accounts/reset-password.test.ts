import { expect, test } from "vitest";
import { inspectLink } from "#app/domain/accounts/action-links.server";
import { askForNewPassword } from "#app/domain/accounts/reset-password.server";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { anOffice } from "../../support/an-office";
import { type Write, watchedWrites } from "../../support/watched-writes";

const now = new Date("2026-11-21T10:00:00Z");
const at = { appUrl: "http://localhost:3000", now };
const later = (ms: number) => new Date(now.getTime() + ms);

test("emails are sent at full four seconds of the clock, at least a second after they were asked for, in order", async () => {
  const { store, joined } = await anOffice();
  const askedMs = [0, 1, 2999, 3000, 3001, 3999, 4000];
  for (const ms of askedMs) {
    await joined(`${ms}@example.co.za`, now);
    await store.tx((tx) => askForNewPassword(tx, limitsAsked, `${ms}@example.co.za`, { ...at, now: later(ms) }));
  }
  const taken: string[] = [];
  const post = { send: async ({ to }: { to: string }) => void taken.push(to.replace("@example.co.za", "")) };
  await sendDueEmails(store, post, later(3999));
  expect(taken).toEqual([]);
  await sendDueEmails(store, post, later(4000));
  expect(taken).toEqual(["0", "1", "2999", "3000"]);
  await sendDueEmails(store, post, later(8000));
  expect(taken).toEqual(askedMs.map(String));
});

test("of two links asked for in the same millisecond the one that works is sent, and the other isn't", async () => {
  const { store, joined } = await anOffice();
  await joined("twice@example.co.za", now);
  for (const _ of [1, 2]) await store.tx((tx) => askForNewPassword(tx, limitsAsked, "twice@example.co.za", at));
  const sent: string[] = [];
  await sendDueEmails(store, { send: async ({ text }) => void sent.push(text) }, later(4000));
  const codes = sent.map((text) => /oobCode=([\w-]+)/.exec(text)?.[1] ?? "");
  const states = await Promise.all(codes.map((code) => inspectLink(store.read, "resetPassword", code, now)));
  expect(states.map(({ kind }) => kind)).toEqual(["good"]);
});

test("an address without an account causes the same writes and the same email, and none is kept", async () => {
  const { store, joined } = await anOffice();
  await joined("known@example.co.za", now);
  const written = async (email: string) => {
    const writes: Write[] = [];
    await store.tx((tx) => askForNewPassword(watchedWrites(tx, writes), limitsAsked, email, at));
    return writes.filter((write) => write !== "delete");
  };
  const known = await written("known@example.co.za");
  expect(known).toHaveLength(2);
  expect(await written("unknown@example.co.za")).toEqual(known);
  const messages = await store.read.select({ to: outgoingMails.toAddress }).from(outgoingMails);
  expect(messages).toEqual([{ to: "known@example.co.za" }]);
});
