import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { balancer } from "../support/balancer";
import { cuttingProxy } from "../support/cutting-proxy";
import type { RunningSite } from "../support/running-site";
import { severalSites } from "../support/several-sites";

/** `RETRIES=1000 npm test -- tests/faults/booked-once.test.ts`: so many bookings, each asked for at least twice. */
const BOOKINGS = Number(process.env.RETRIES ?? 20);
const PROCESSES = BOOKINGS > 20 ? 4 : 2;
const KILLS = Math.max(1, Math.floor(BOOKINGS / 50));
const AT_ONCE = 8;
/** Longer than a request, and about as long as an answer with its headers. */
const CUT_BEFORE = 2_000;

test(`${BOOKINGS} bookings by key through a line that is cut, ${PROCESSES} processes killed ${KILLS} times: one booking each, and one answer`, async () => {
  const { start, folder } = await severalSites({ API_REQUESTS_PER_MINUTE: "1000000", BOOKINGS_PER_HOUR: "1000000" });
  const running: RunningSite[] = [await start()];
  const [first] = running;
  const { key } = await aShopWithAKey(first ?? expect.fail("no site"), "retries@example.co.za");
  while (running.length < PROCESSES) running.push(await start());
  const front = await balancer(() => running.map(({ port }) => port));
  onTestFinished(() => front.close());
  const line = await cuttingProxy(Number(new URL(front.url).port));
  onTestFinished(() => line.close());
  let isWeak = true;
  line.nextCut = () =>
    isWeak && Math.random() < 0.6
      ? { in: Math.random() < 0.5 ? "request" : "answer", after: Math.floor(Math.random() * CUT_BEFORE) }
      : null;

  const counts = { sent: 0, unanswered: 0, refused: 0, replayed: 0 };
  const answers = new Map<string, string>();
  const wanted = Array.from({ length: BOOKINGS }, (_, at) => `order-${at}`);
  const one = async (reference: string) => {
    for (;;) {
      counts.sent += 1;
      const answer = await post(line.port, key, reference).catch(() => null);
      if (!answer) counts.unanswered += 1;
      // Refusals that a program repeats: the database is locked, the process is stopping, or the first is under way.
      else if (answer.status >= 500 || (answer.status === 409 && answer.retryAfter)) counts.refused += 1;
      else return answer;
    }
  };
  const shop = async () => {
    for (let reference = wanted.shift(); reference !== undefined; reference = wanted.shift()) {
      const { status, body } = await one(reference);
      expect([status, JSON.parse(body).reference]).toEqual([201, reference]);
      answers.set(reference, body);
    }
  };
  const shops = Promise.all(Array.from({ length: AT_ONCE }, shop));
  for (let kills = 1; kills <= KILLS; kills += 1) {
    const due = (BOOKINGS * kills) / (KILLS + 1);
    while (answers.size < due) await new Promise((resolve) => setImmediate(resolve));
    const [killed] = running.splice(Math.floor(Math.random() * running.length), 1);
    await killed?.kill();
    running.push(await start());
  }
  await shops;

  isWeak = false;
  for (const [reference, body] of answers) {
    const again = await post(line.port, key, reference);
    expect([again.status, again.body, again.replayed]).toEqual([201, body, "true"]);
    counts.replayed += 1;
  }
  const rows = inTheFile<{ bookings: number; references: number; attempts: number }>(
    { dataDir: folder },
    `SELECT count(*) AS bookings, count(DISTINCT reference) AS "references",
       (SELECT count(*) FROM payments) AS attempts FROM quotes WHERE booked_at IS NOT NULL`,
  );
  console.info(`${BOOKINGS} bookings, ${PROCESSES} processes, ${KILLS} kills, ${line.cuts} cuts:`, counts, rows[0]);
  expect(line.cuts).toBeGreaterThan(0);
  expect(rows).toEqual([{ bookings: BOOKINGS, references: BOOKINGS, attempts: BOOKINGS }]);
  const ids = [...answers.values()].map((body) => JSON.parse(body).id);
  expect(new Set(ids).size).toBe(BOOKINGS);
});

type Answer = { status: number; body: string; replayed: unknown; retryAfter: unknown };

/** One try, over a connection of its own. Rejects if the answer doesn't come whole. */
function post(port: number, key: string, reference: string): Promise<Answer> {
  const body = JSON.stringify({
    reference,
    from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
    to: { name: "Zodwa", phone: "082 123 4567", addressLine: "9 Vilakazi Street", city: "Soweto", postal: "1868" },
    parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
    agreedTotal: 80.62,
  });
  const json = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  const headers = { ...bearer(key), ...json, "Idempotency-Key": reference };
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, path: "/v1/bookings", method: "POST", headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("error", reject);
      answer.on("end", () => {
        const { "idempotency-replayed": replayed, "retry-after": retryAfter } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, body: text, replayed, retryAfter });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
