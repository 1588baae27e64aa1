import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, type Mock, onTestFinished, test, vi } from "vitest";
import { settings } from "#app/config.server";
import { startOpenLists } from "#app/domain/bookings/open-lists.server";
import { startTellingOverdue } from "#app/domain/bookings/overdue.server";
import { startReconciling } from "#app/domain/bookings/payments/nightly-reconciling.server";
import { startBookingShopOrders } from "#app/domain/bookings/shopify/shop-orders.server";
import { startSendingStatements } from "#app/domain/bookings/statements/tell-of-statement.server";
import { startNoticingLateParcels } from "#app/domain/messages/late-parcels.server";
import { startTellingDelays } from "#app/domain/messages/tell-delays.server";
import { KEPT, keptList } from "#app/domain/office/kept-lists.server";
import { notedRows, startWritingNoted } from "#app/domain/office/noted-rows.server";
import { startNotingMisstated } from "#app/domain/parcels/misstated.server";
import { startTidying } from "#app/domain/people/tidy.server";
import { startRounds } from "#app/domain/post/run-outbox.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { log } from "#app/log.server";
import { after, every, everyDay, type Timer } from "#app/timers.server";
import { keepLogSmall } from "#db/log-size.server";
import { lookedUpPriceMark } from "#db/postgres/price-mark.server";
import type { Store } from "#db/store.server";
import { startDailySnapshots } from "../../server/backup/daily-snapshots";
import { lagOf, watchLag } from "../../server/backup/lag";
import { startStaffCopy } from "../../server/backup/staff-copy";
import { listAside } from "../../server/office-list";
import { aFolder } from "../support/a-store";

const full = new Error("database or disk is full");
const reject = () => Promise.reject(full);
/** Of a disk that is full, or broken: nothing can be written, nor read. */
const broken = {
  tx: reject,
  get read() {
    throw full;
  },
} as unknown as Store;
const now = new Date("2026-11-24T00:10:00+02:00");
const clock = () => new Date();

let failed: Mock<(...error: unknown[]) => void>;
let unhandled: Mock;
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  failed = vi.fn();
  unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  vi.spyOn(log, "error").mockImplementation(failed);
});
afterEach(() => {
  process.off("unhandledRejection", unhandled);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** By the file that has the timer: how often its work comes, and what starts it in a broken world. */
const timers: Record<string, [everyMs: number, start: () => Promise<Timer | undefined> | Timer]> = {
  "app/domain/bookings/open-lists.server.ts": [1 * DAYS, () => startOpenLists(broken, clock, { failed })],
  "app/domain/bookings/statements/tell-of-statement.server.ts": [
    1 * DAYS,
    () => startSendingStatements(broken, () => new Date("2026-12-01T07:00:00+02:00"), { failed }),
  ],
  "app/domain/post/run-outbox.server.ts": [1 * SECONDS, () => startRounds(reject, failed)],
  "app/domain/messages/late-parcels.server.ts": [
    5 * MINUTES,
    () => startNoticingLateParcels(broken, clock, { failed }),
  ],
  "app/domain/messages/tell-delays.server.ts": [5 * SECONDS, () => startTellingDelays(broken, clock, { failed })],
  "app/domain/bookings/shopify/shop-orders.server.ts": [
    30 * SECONDS,
    () => {
      const sources = { store: broken, pricing: {} as never, places: {} as never };
      return startBookingShopOrders(sources, { mode: "sandbox", origin: "http://x" }, clock, { failed });
    },
  ],
  "app/domain/bookings/overdue.server.ts": [5 * MINUTES, () => startTellingOverdue(broken, clock, { failed })],
  "app/domain/parcels/misstated.server.ts": [1 * DAYS, () => startNotingMisstated(broken, clock, { failed })],
  "app/domain/people/tidy.server.ts": [
    1 * MINUTES,
    () => startTidying(broken, aFolder(), clock, { done: () => expect.fail("nothing can be deleted"), failed }),
  ],
  "app/domain/bookings/payments/nightly-reconciling.server.ts": [
    1 * DAYS,
    () => startReconciling(broken, {} as never, "sandbox", clock, { failed }),
  ],
  "app/domain/office/noted-rows.server.ts": [
    1 * SECONDS,
    () => {
      const rows = notedRows<string>(reject);
      rows.note("a look");
      return startWritingNoted(broken, [rows], { failed, lost: () => expect.fail("one row is kept") });
    },
  ],
  "db/log-size.server.ts": [
    1 * MINUTES,
    () => {
      const file = path.join(aFolder(), "courier.db");
      writeFileSync(`${file}-wal`, "");
      truncateSync(`${file}-wal`, 17_000_000);
      return { stop: keepLogSmall(file, failed) };
    },
  ],
  "db/postgres/price-mark.server.ts": [
    1 * SECONDS,
    async () => {
      const changes = vi.fn((): Promise<number> => {
        failed(full);
        return reject();
      });
      return lookedUpPriceMark(changes.mockResolvedValueOnce(7));
    },
  ],
  "server/backup/daily-snapshots.ts": [
    1 * HOURS,
    () => startDailySnapshots({ databaseFile: "/none/courier.db", dataDir: "/none" }),
  ],
  "server/backup/lag.ts": [
    5 * SECONDS,
    () => ({ stop: watchLag(lagOf("x".repeat(1_000), now), log, () => undefined) as () => Promise<void> }),
  ],
  "server/backup/staff-copy.ts": [1 * MINUTES, () => startStaffCopy({ postgresUrl: "\0", databaseFile: "\0" })],
  "server/office-list.ts": [
    1 * HOURS,
    () => {
      const file = aListKept();
      rmSync(file);
      mkdirSync(file);
      return undefined as never;
    },
  ],
};
/** Work that is done once. */
const ONCE = ["server/office-list.ts"];

test.each(Object.entries(timers))(
  "%s: work that fails is reported, comes again, and never ends the process",
  async (file, [everyMs, start]) => {
    const timer = await start();
    const becomes = async (times: number) => {
      await vi.advanceTimersByTimeAsync(everyMs);
      await expect.poll(() => failed.mock.calls.length).toBeGreaterThanOrEqual(times);
    };
    await becomes(1);
    if (!ONCE.includes(file)) await becomes(failed.mock.calls.length + 1);
    await timer?.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(unhandled).not.toHaveBeenCalled();
  },
);

/** They end a wait or a connection, and can't fail. */
const PATIENCE = [
  "app/domain/post/sending.server.ts",
  "app/domain/post/smtp.server.ts",
  "app/domain/values/http-client.server.ts",
  "app/http/pages/example-price.server.ts",
  "app/staff/main.server.ts",
  "db/transactions.server.ts",
  "db/when-free.ts",
  "db/write-queue.ts",
  "server/refuse.ts",
  "server/stop.ts",
  "server/web-server.ts",
];

test("every timer that does work is one of these, through one helper", () => {
  const sources = ["app", "db", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
  );
  const ours = sources.filter((file) => /\.[mt]?[jt]sx?$/.test(file) && !/^app\/(?:enhance|worker)\//.test(file));
  const using = (what: RegExp) => ours.filter((file) => what.test(readFileSync(file, "utf8"))).toSorted();
  const helper = "app/timers.server.ts";
  expect(using(/from "\S*\/timers\.server"/)).toEqual(Object.keys(timers).toSorted());
  expect(using(/\b(?:setInterval\(|new Cron\()/)).toEqual([helper]);
  expect(using(/\bsetTimeout\(/)).toEqual([...PATIENCE, helper].toSorted());
});

test("an error's report may fail too, and work may throw before it returns a promise", async () => {
  const work = vi.fn(() => {
    throw full;
  });
  const report = vi.fn(() => {
    throw new Error("the log is full");
  });
  const all = [every(1 * SECONDS, work, report), everyDay("* * * * *", work, report), after(1, work, report)];
  await vi.advanceTimersByTimeAsync(2 * MINUTES);
  expect(report.mock.calls.length).toBeGreaterThanOrEqual(120 + 1 + 1);
  await Promise.all(all.map((timer) => timer.stop()));
  const before = work.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2 * MINUTES);
  expect(work).toHaveBeenCalledTimes(before);
  expect(unhandled).not.toHaveBeenCalled();
});

test("one round at a time: what takes longer isn't begun again meanwhile, and a stop waits for it", async () => {
  let end = () => {};
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const timer = every(1 * SECONDS, work, failed);
  await vi.advanceTimersByTimeAsync(5 * SECONDS);
  expect(work).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopped = timer.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5 * SECONDS);
  expect(isStopped).toBe(false);
  end();
  await stopped;
  expect(work).toHaveBeenCalledTimes(1);
});

/** The file of a long list that a person of the office has sent. */
function aListKept(): string {
  const { dataDir } = settings();
  mkdirSync(dataDir, { recursive: true });
  const lines = "x,y\n".repeat(20_000);
  const { take, form } = listAside("multipart/form-data; boundary=cut", "zanele");
  take(
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\n${lines}\r\n--cut--\r\n`,
    ),
  );
  const [, name = ""] = new RegExp(`name="${KEPT}"\r\n\r\n(.*)\r\n`).exec(String(form())) ?? [];
  const file = keptList(dataDir, "zanele", name) ?? expect.fail("no list");
  onTestFinished(() => rmSync(file, { recursive: true, force: true }));
  return file;
}
