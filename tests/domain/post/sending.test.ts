import path from "node:path";
import { like } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { channelRules } from "#app/domain/post/channels";
import { queueEmail } from "#app/domain/post/outbox.server";
import { startOutbox } from "#app/domain/post/run-outbox.server";
import { type Clock, emailsOnTheirWay, realTime } from "#app/domain/post/sending.server";
import { type Envelope, RefusedError, type SendAttempt } from "#app/domain/post/transport.server";
import { MINUTES, SECONDS } from "#app/durations";
import { lockAlone } from "#db/lock-file.server";
import { outgoingMails } from "#db/schema/mail";
import { joinStore, type Store } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { aFolder, aStore } from "../../support/a-store";
import { storePlace } from "../../support/store-place";

const noon = new Date("2026-11-21T10:00:00Z");
const silent = { failed: () => undefined, notSent: () => undefined };

let store: Store;
let file: string;
beforeEach(async () => {
  file = path.join(aFolder(), "courier.db");
  store = await aStore(file);
});

describe("places", () => {
  test("four emails are sent at a time, the oldest first, and at most two to one domain, in any spelling", async () => {
    const post = aPostOffice();
    const emails = onTheirWay(post);
    await queue("a1@gmail.com", "a2@GMAIL.com", "a3@Gmail.com", "b1@b.example", "b2@b.example", "c1@c.example");
    await emails.fill();
    expect(post.inHand()).toEqual(["a1@gmail.com", "a2@GMAIL.com", "b1@b.example", "b2@b.example"]);

    await post.takes("b1@b.example");
    await settled(emails, 3);
    await emails.fill();
    expect(post.inHand()).toEqual(["a1@gmail.com", "a2@GMAIL.com", "b2@b.example", "c1@c.example"]);

    await post.takes("a2@GMAIL.com");
    await settled(emails, 3);
    await emails.fill();
    expect(post.inHand()).toContain("a3@Gmail.com");
  });

  test("while one domain hangs, all other emails are sent; its own wait", async () => {
    const post = aPostOffice((to) => to.endsWith("@hangs.example"));
    const emails = onTheirWay(post);
    const hanging = Array.from({ length: 30 }, (_, n) => `${n}@hangs.example`);
    const others = Array.from({ length: 30 }, (_, n) => `${n}@domain${n % 3}.example`);
    await queue(...hanging, ...others);
    while ((await emails.fill()) > 0) await new Promise((resolve) => setImmediate(resolve));
    await expect.poll(() => emails.fill().then(() => post.taken.length)).toBe(30);
    expect(post.taken).toEqual(others);
    expect(post.inHand()).toEqual(hanging.slice(0, 2));
  });
});

describe("an email is sent once", () => {
  test("even if two processes send from one file", async () => {
    const other = await joinStore(await storePlace(file));
    const post = aPostOffice(() => false);
    await queue(...Array.from({ length: 12 }, (_, n) => `${n}@domain${n}.example`));
    await Promise.all([store, other].map((each) => sendDueEmails(each, post, noon)));
    await other.close();
    expect(post.taken).toHaveLength(12);
    expect(new Set(post.taken).size).toBe(12);
  });

  test("even if the disk is full, or staff hold a lock, when it should be recorded: it keeps its place until it is", async () => {
    let isFull = false;
    let refused = 0;
    const full: Store = {
      ...store,
      tx: (fn) => {
        if (!isFull) return store.tx(fn);
        refused += 1;
        return Promise.reject(new Error("database or disk is full"));
      },
    };
    const post = aPostOffice((_to) => {
      isFull = true;
      return false;
    });
    const pauses = aClockWithPauses();
    const emails = emailsOnTheirWay(full, post, pauses.clock, silent);
    await queue("thandi@example.co.za");
    await emails.fill();
    for (let tries = 1; tries <= 17; tries += 1) {
      await expect.poll(() => refused).toBe(tries);
      pauses.end();
    }
    expect(emails.inHand()).toHaveLength(1);
    expect(new Set(pauses.lengths)).toEqual(new Set([1 * SECONDS]));
    isFull = false;
    const afterPauses = () => {
      pauses.end();
      return emails.inHand();
    };
    await expect.poll(afterPauses).toEqual([]);
    expect(post.taken).toEqual(["thandi@example.co.za"]);
    expect(await rows()).toMatchObject([{ state: "sent", claimedAt: null, attempts: 1 }]);
  });

  test("even if the database goes away while it is with the server, and with it the clock", async () => {
    let isAway = false;
    const post = aPostOffice((_to) => {
      isAway = true;
      return false;
    });
    const pauses = aClockWithPauses();
    const now = async () => (isAway ? Promise.reject(new Error("the database system is shutting down")) : noon);
    const emails = emailsOnTheirWay(store, post, { ...pauses.clock, now }, silent);
    await queue("thandi@example.co.za");
    await expect(emails.fill()).rejects.toThrow("shutting down");
    await expect.poll(() => pauses.lengths).toEqual([1 * SECONDS]);
    isAway = false;
    pauses.end();
    await settled(emails, 0);
    expect(post.taken).toEqual(["thandi@example.co.za"]);
    expect(await rows()).toMatchObject([{ state: "sent", claimedAt: null, attempts: 1 }]);
  });

  test("even if nothing can be claimed: on a full disk nothing is sent", async () => {
    const full: Store = { ...store, tx: () => Promise.reject(new Error("database or disk is full")) };
    const post = aPostOffice(() => false);
    await queue("thandi@example.co.za");
    await expect(sendDueEmails(full, post, noon)).rejects.toThrow("full");
    expect(post.tried).toEqual([]);
  });

  test("even if the server has it for longer than the interval to the next attempt", async () => {
    const post = aPostOffice();
    await queue("thandi@example.co.za");
    await onTheirWay(post).fill();
    const other = aPostOffice(() => false);
    await sendDueEmails(store, other, new Date(noon.getTime() + 10 * MINUTES));
    expect([post.tried, other.tried]).toEqual([["thandi@example.co.za"], []]);
  });

  test("its attempt is counted and the next one scheduled before it is sent", async () => {
    const emails = onTheirWay(aPostOffice());
    await queue("thandi@example.co.za");
    await emails.fill();
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 1, claimedAt: noon }]);
    expect((await rows())[0]?.nextAttemptAt.getTime()).toBeGreaterThan(noon.getTime());
  });
});

describe("an email that could not be sent", () => {
  test("is reported, and its error is kept with the cause", async () => {
    const reported: unknown[] = [];
    const report = { ...silent, notSent: (email: { id: string; attempts: number }) => reported.push(email) };
    const refuse = () => Promise.reject(new Error("not sent", { cause: "mailbox full" }));
    const emails = emailsOnTheirWay(store, { send: refuse }, aClockWithPauses().clock, report);
    await queue("thandi@example.co.za");
    await emails.fill();
    await settled(emails, 0);
    const [row] = await rows();
    expect(row?.lastError).toBe("Error: not sent (mailbox full)");
    expect(reported).toMatchObject([{ id: row?.id, attempts: 1 }]);
  });

  test("isn't reported when a stop ended it, unless its text had been sent", async () => {
    const reported: unknown[] = [];
    const report = { ...silent, notSent: () => void reported.push("not sent") };
    const post = aPostOffice();
    const emails = emailsOnTheirWay(store, post, aClockWithPauses().clock, report);
    await queue("thandi@example.co.za");
    await emails.fill();
    await emails.stop();
    await settled(emails, 0);
    expect(reported).toEqual([]);
  });
});

test("a lane whose messages fail at once lets others have the loop after each, and ends when it had its places", async () => {
  await queue(...Array.from({ length: 20 }, (_, n) => `n@${n}.example`));
  const transport = { send: () => Promise.reject(new RefusedError("no such receiver", "give up")) };
  const lane = emailsOnTheirWay(store, transport, { ...realTime, now: () => noon }, silent);
  let turns = 0;
  let isOver = false;
  const tick = () =>
    void setImmediate(() => {
      turns += 1;
      if (!isOver) tick();
    });
  tick();
  const begun = await lane.fill();
  isOver = true;
  expect([begun, turns >= begun]).toEqual([channelRules.email.places, true]);
});

test("nothing is sent while a transport is closed, and each transport sends its own channel", async () => {
  let isOpen = false;
  const post = { ...aPostOffice(() => false), channel: "sms" as const, isOpen: () => isOpen };
  await queue("+27831234567", "thandi@example.co.za");
  await store.tx((tx) => tx.update(outgoingMails).set({ channel: "sms" }).where(like(outgoingMails.toAddress, "+%")));
  expect(await sendDueEmails(store, post, noon)).toBe(0);
  isOpen = true;
  expect(await sendDueEmails(store, post, noon)).toBe(1);
  expect(post.taken).toEqual(["+27831234567"]);
});

describe("a stop", () => {
  test("waits for emails whose text was sent, and releases the others as if they had never been tried", async () => {
    const post = aPostOffice();
    const emails = onTheirWay(post);
    await queue("with-the-server@example.com", "not-yet@example.com", "in-line@example.com");
    await emails.fill();
    post.textLeaves("with-the-server@example.com");
    const stopped = emails.stop();
    expect(await Promise.race([stopped.then(() => "over"), tick().then(() => "waiting")])).toBe("waiting");
    await post.takes("with-the-server@example.com");
    await stopped;
    await emails.fill();
    const states = (await rows()).map(({ toAddress, state, attempts, claimedAt }) => [
      toAddress.split("@")[0],
      state,
      attempts,
      claimedAt,
    ]);
    expect(states).toEqual([
      ["in-line", "queued", 0, null],
      ["not-yet", "queued", 0, null],
      ["with-the-server", "sent", 1, null],
    ]);
    expect(post.tried).toEqual(["with-the-server@example.com", "not-yet@example.com"]);
  });

  test("releases an email that was claimed meanwhile, without sending it", async () => {
    const post = aPostOffice();
    const emails = onTheirWay(post);
    await queue("with-the-server@example.com");
    await emails.fill();
    post.textLeaves("with-the-server@example.com");
    await queue("claimed-late@example.com");
    const filling = emails.fill();
    const stopped = emails.stop();
    await filling;
    await settled(emails, 1);
    await post.takes("with-the-server@example.com");
    await stopped;
    expect(post.tried).toEqual(["with-the-server@example.com"]);
    expect(await rows()).toMatchObject([
      { state: "queued", attempts: 0, claimedAt: null, lastError: null },
      { state: "sent" },
    ]);
  });

  test("ends even if a server never answers", async () => {
    const post = aPostOffice();
    const pauses = aClockWithPauses();
    const emails = emailsOnTheirWay(store, post, pauses.clock, silent);
    await queue("thandi@example.co.za");
    await emails.fill();
    post.textLeaves("thandi@example.co.za");
    const stopped = emails.stop();
    expect(pauses.lengths).toEqual([8 * SECONDS]);
    pauses.end();
    await stopped;
    // What the server answers later isn't recorded: another process may have the database by then.
    await post.takes("thandi@example.co.za");
    await settled(emails, 0);
    expect(await rows()).toMatchObject([{ state: "queued", claimedAt: noon }]);
  });
});

describe("a running site's outbox", () => {
  test("sends what an earlier process left queued, and what it was sending when it was killed", async () => {
    await queue("waits@example.com", "in-hand@example.com");
    const killed = onTheirWay(aPostOffice());
    await killed.fill();
    await queue("queued-after@example.com");
    const post = aPostOffice(() => false);
    const outbox = startOutbox(store, post, silent, () => new Date());
    await expect
      .poll(() => [...post.taken].sort())
      .toEqual(["in-hand@example.com", "queued-after@example.com", "waits@example.com"]);
    await outbox.stop();
  });

  test("leaves another process's claims alone, and takes over once that has ended", async () => {
    const lock = lockAlone(`${file}-outbox`);
    const sending = onTheirWay(aPostOffice());
    await queue("in-hand@example.com");
    await sending.fill();
    const post = aPostOffice(() => false);
    const asked = vi.fn(() => lockAlone(`${file}-outbox`));
    const outbox = startOutbox(store, post, silent, () => new Date(), asked);
    outbox.nudge();
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(1);
    expect(post.tried).toEqual([]);
    lock?.release();
    outbox.nudge();
    await expect.poll(() => post.taken).toEqual(["in-hand@example.com"]);
    await outbox.stop();
    const free = lockAlone(`${file}-outbox`);
    expect(free).toBeDefined();
    free?.release();
  });

  test("with several machines: leaves renewed claims alone, and sends what wasn't renewed for two minutes", async () => {
    let minutes = 0;
    const clock = () => new Date(noon.getTime() + minutes * MINUTES);
    await queue("killed@example.com");
    await onTheirWay(aPostOffice()).fill();
    await queue("alive@example.org");
    const [slow, quick] = [aPostOffice(), aPostOffice(() => false)];
    const other = startOutbox(store, slow, silent, clock, "shared");
    await expect.poll(slow.inHand).toEqual(["alive@example.org"]);
    const ours = startOutbox(store, quick, silent, clock, "shared");
    for (minutes = 1; minutes <= 4; minutes += 1) {
      for (let looks = 0; looks < 3; looks += 1) {
        ours.nudge();
        await tick();
        other.nudge();
        await tick();
      }
    }
    const tried = () => [...slow.tried, ...quick.tried].toSorted();
    await expect.poll(tried).toEqual(["alive@example.org", "killed@example.com"]);
    for (const to of slow.inHand()) await slow.takes(to);
    await Promise.all([other.stop(), ours.stop()]);
    expect(tried()).toEqual(["alive@example.org", "killed@example.com"]);
  });

  test("leaves alone what it is sending itself, and keeps its turn until that is done", async () => {
    const post = aPostOffice();
    const release = vi.fn();
    await queue("thandi@example.co.za");
    const outbox = startOutbox(
      store,
      post,
      silent,
      () => noon,
      () => ({ release }),
    );
    await expect.poll(post.inHand).toEqual(["thandi@example.co.za"]);
    for (let looks = 0; looks < 3; looks += 1) {
      outbox.nudge();
      await tick();
    }
    expect(post.tried).toEqual(["thandi@example.co.za"]);
    post.textLeaves("thandi@example.co.za");
    const stopped = outbox.stop();
    await tick();
    expect(release).not.toHaveBeenCalled();
    await post.takes("thandi@example.co.za");
    await stopped;
    expect(release).toHaveBeenCalledTimes(1);
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 1 }]);
  });

  test("with several machines: renews its claims every 20 seconds", async () => {
    let seconds = 0;
    const clock = vi.fn(() => new Date(noon.getTime() + seconds * SECONDS));
    const post = aPostOffice();
    await queue("thandi@example.co.za");
    const outbox = startOutbox(store, post, silent, clock, "shared");
    await expect.poll(post.inHand).toHaveLength(1);
    const claimedAfter = async (at: number) => {
      seconds = at;
      clock.mockClear();
      outbox.nudge();
      await expect.poll(() => clock.mock.calls.length).toBeGreaterThan(0);
      await tick();
      return ((await rows())[0]?.claimedAt?.getTime() ?? 0) - noon.getTime();
    };
    expect(await claimedAfter(19)).toBe(0);
    await expect.poll(() => claimedAfter(20)).toBe(20 * SECONDS);
    await post.takes("thandi@example.co.za");
    await outbox.stop();
  });

  test("with several machines: gives others two minutes to renew, after its start and after a database failure", async () => {
    let [minutes, isDown] = [10, false];
    const clock = vi.fn(() => new Date(noon.getTime() + minutes * MINUTES));
    await queue("claimed-at-noon@example.com");
    await onTheirWay(aPostOffice()).fill();
    const shaky: Store = {
      ...store,
      get read() {
        if (isDown) throw new Error("the database is down");
        return store.read;
      },
    };
    const post = aPostOffice(() => false);
    const failed = vi.fn();
    const outbox = startOutbox(shaky, post, { ...silent, failed }, clock, "shared");
    const triedAfter = async (at: number) => {
      minutes = at;
      clock.mockClear();
      outbox.nudge();
      await expect.poll(() => clock.mock.calls.length).toBeGreaterThan(0);
      await tick();
      return post.tried;
    };
    await tick();
    expect(await triedAfter(11.9)).toEqual([]);
    isDown = true;
    await triedAfter(12);
    await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
    isDown = false;
    expect(await triedAfter(13)).toEqual([]);
    expect(await triedAfter(14.9)).toEqual([]);
    await expect.poll(() => triedAfter(15)).toEqual(["claimed-at-noon@example.com"]);
    await outbox.stop();
  });

  test("sends at once when nudged, also while it is busy", async () => {
    const post = aPostOffice(() => false);
    const outbox = startOutbox(store, post, silent, () => new Date());
    await queue("first@example.com");
    outbox.nudge();
    await queue("second@example.com");
    outbox.nudge();
    await expect.poll(() => post.taken).toEqual(["first@example.com", "second@example.com"]);
    await outbox.stop();
  });

  test("continues with the next email as soon as a place is free", async () => {
    const post = aPostOffice(() => false);
    await queue(...Array.from({ length: 40 }, (_, n) => `${n}@example.com`));
    const outbox = startOutbox(store, post, silent, () => new Date());
    await expect.poll(() => post.taken.length).toBe(40);
    await outbox.stop();
    expect((await rows()).every(({ state, attempts }) => state === "sent" && attempts === 1)).toBe(true);
  });
});

/**
 * A mail server that counts emails by receiver, and accepts them at once or when the test says so.
 * @param hangs whether it keeps an email waiting
 */
function aPostOffice(hangs: (to: string) => boolean = () => true) {
  const underway = new Map<string, { take(): void; attempt: SendAttempt }>();
  const post = {
    tried: [] as string[],
    taken: [] as string[],
    inHand: () => [...underway.keys()],
    textLeaves: (to: string) => underway.get(to)?.attempt.textLeaves(),
    async takes(to: string) {
      underway.get(to)?.take();
      await tick();
    },
    async send({ to }: Envelope, attempt: SendAttempt): Promise<void> {
      post.tried.push(to);
      if (hangs(to)) {
        await new Promise<void>((resolve, reject) => {
          underway.set(to, { take: resolve, attempt });
          attempt.signal.addEventListener("abort", () => reject(attempt.signal.reason));
        }).finally(() => underway.delete(to));
      } else attempt.textLeaves();
      post.taken.push(to);
    },
  };
  return post;
}

function onTheirWay(post: ReturnType<typeof aPostOffice>) {
  return emailsOnTheirWay(
    store,
    post,
    { ...realTime, now: () => noon, pause: () => new Promise(() => undefined) },
    silent,
  );
}

/** The clock stands still; pauses end when the test says so. */
function aClockWithPauses() {
  const waiting: (() => void)[] = [];
  const lengths: number[] = [];
  const pause = (ms: number) => {
    lengths.push(ms);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const clock: Clock = { ...realTime, now: () => noon, pause };
  return { clock, lengths, end: () => waiting.splice(0).forEach((go) => void go()) };
}

let queued = 0;
/** Queues one email to each, in this order. */
async function queue(...receivers: string[]): Promise<void> {
  for (const to of receivers) {
    queued += 1;
    const at = new Date(noon.getTime() - 60 * MINUTES + queued);
    await store.tx((tx) => queueEmail(tx, limitsAsked, { key: `${queued}`, to, subject: "", text: "", html: "" }, at));
  }
}

async function settled(emails: { inHand(): unknown[] }, left: number): Promise<void> {
  await expect.poll(() => emails.inHand()).toHaveLength(left);
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 20));

function rows() {
  return store.read.select().from(outgoingMails).orderBy(outgoingMails.toAddress);
}
