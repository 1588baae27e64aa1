import { describe, expect, test } from "vitest";
import { acknowledgeApplication } from "#app/domain/drivers/applications/acknowledge-application.server";
import { answerApplication, applications, markRead } from "#app/domain/drivers/applications/answer-application.server";
import { waitForFirstAttempt } from "#app/domain/drivers/applications/delivery-status.server";
import { forgetApplications } from "#app/domain/drivers/applications/old-applications.server";
import { DAYS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { officeForEachTest } from "../../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

const office = officeForEachTest();

async function applied(person: number, answers: Record<string, string> = {}, at = now): Promise<string> {
  const receipt = await office.applied(person, answers, at);
  return receipt.kind === "received" ? receipt.reference : expect.fail("refused");
}

describe("the email that confirms an application", () => {
  const acknowledged = async () => {
    const all = await office.store.read.select().from(outgoingMails);
    return all.filter(({ emailKey }) => emailKey.startsWith("application-acknowledged:"));
  };

  test("goes to the applicant once, and contains nothing that they typed, because the address may be somebody else's", async () => {
    const reference = await applied(1);
    await acknowledgeApplication(office.store, reference, now);
    await acknowledgeApplication(office.store, reference, after(1));
    const [email, ...others] = await acknowledged();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ toAddress: "thandi@example.co.za" });
    expect(email?.textBody).not.toContain("Thandi");
  });

  test("goes to one address at most three times a day, whoever types it", async () => {
    for (let person = 1; person <= 4; person += 1)
      await acknowledgeApplication(office.store, await applied(person), now);
    expect(await acknowledged()).toHaveLength(3);
    await acknowledgeApplication(office.store, await applied(5, { from_email: "another@example.co.za" }), now);
    expect(await acknowledged()).toHaveLength(4);
    await acknowledgeApplication(office.store, await applied(6), after(DAYS - 1));
    expect(await acknowledged()).toHaveLength(4);
    await acknowledgeApplication(office.store, await applied(7), after(DAYS));
    expect(await acknowledged()).toHaveLength(5);
    // Those from while the clock was ahead aren't of that day.
    await acknowledgeApplication(office.store, await applied(8), after(-2 * DAYS));
    expect(await acknowledged()).toHaveLength(6);
  });

  test("isn't sent for an application that has been deleted", async () => {
    await acknowledgeApplication(office.store, "D00000000", now);
    expect(await acknowledged()).toEqual([]);
  });
});

describe("an old application", () => {
  const forget = (before: Date, atMost = 10) => office.store.tx((tx) => forgetApplications(tx, before, atMost));
  const send = (at: Date) => office.postman(at);

  test("is deleted once its last message is older than a given time, a limited number at once", async () => {
    for (const person of [1, 2]) await applied(person);
    await send(after(MINUTES));
    expect(await forget(now)).toBe(0);
    expect([await forget(after(1), 1), await forget(after(1)), await forget(after(1))]).toEqual([1, 1, 0]);
  });

  test("stays while its email hasn't been sent, and for its full period after our answer", async () => {
    const reference = await applied(1);
    expect(await forget(after(1))).toBe(0);
    await send(after(MINUTES));
    const answer = { decision: "accepted", note: "" } as const;
    await office.store.tx((tx) => answerApplication(tx, reference, answer, after(DAYS)));
    expect(await forget(after(DAYS))).toBe(0);
    expect(await forget(after(DAYS + 1))).toBe(1);
  });
});

test("staff see unread and undecided applications, newest first", async () => {
  const [first, second] = [await applied(1), await applied(2, { currentprovince: "Limpopo" }, after(1))];
  const seen = async (only: Parameters<typeof applications>[1]) =>
    (await applications(office.store.read, only)).map(({ reference }) => reference);
  expect(await seen({})).toEqual([second, first]);
  await office.store.tx((tx) => markRead(tx, first, now));
  expect(await seen({ unread: true })).toEqual([second]);
  await office.store.tx((tx) => answerApplication(tx, second, { decision: "declined", note: "" }, now));
  expect(await seen({ undecided: true })).toEqual([first]);
  expect(await seen({ unread: true })).toEqual([]);
  expect(await seen({ province: "Limpopo" })).toEqual([second]);
});

test("an applicant doesn't wait for an email that has been sent, or for a deleted application's", async () => {
  const reference = await applied(1);
  await office.postman(after(MINUTES));
  await waitForFirstAttempt(office.store.read, reference, 60_000);
  await waitForFirstAttempt(office.store.read, "D00000000", 60_000);
  await waitForFirstAttempt(office.store.read, await applied(2), 0);
});
