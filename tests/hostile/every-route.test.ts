import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestAtTheParcel, aGuestAtTheReview } from "../support/a-guest";
import { type RunningSite, runningSiteForAllTests } from "../support/running-site";
import type { Visitor } from "../support/visitor";
import { anyRequest, everyRoute, type HostileRequest, sender } from "./requests";

/** `HOSTILE_REQUESTS=100000 npm test -- tests/hostile` sends 100,000. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 2_000);
/** To repeat the same requests: `HOSTILE_SEED=… HOSTILE_REQUESTS=100000 npm test -- tests/hostile`. */
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 8;
const A_BATCH = 1_000;
const MOST_MEGABYTES = 250;

const site = runningSiteForAllTests({ API_REQUESTS_PER_MINUTE: "10000000", LOG_LEVEL: "warn" });
let people: Parameters<typeof anyRequest>[0];
beforeAll(async () => {
  const customers = [1, 2, 3].map((each) => aVerifiedCustomer(site, `customer-${each}@example.co.za`));
  const visitors = [await aGuestAtTheParcel(site), await aGuestAtTheReview(site), ...(await Promise.all(customers))];
  people = visitors.map((visitor) => ({ cookie: cookieOf(visitor), fields: hiddenFieldsOf(visitor) }));
});

test(`${REQUESTS} hostile requests to every route: none is our fault, nothing ends, memory stays`, async () => {
  let ended = false;
  void site.exited.then(() => {
    ended = true;
  });
  const { send, close } = sender(site.url, AT_ONCE);
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  const faults: string[] = [];
  let mostMegabytes = 0;

  async function ask(hostile: HostileRequest): Promise<void> {
    const answer = await send(hostile).catch((error: Error) => ({ status: 0, headers: {}, body: error.message }));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    reached.add(hostile.path.split("?")[0] ?? "");
    // The connection was closed: requests that Node can't parse, and refused bodies, get an answer and then a close.
    const isRefused = answer.status === 0 ? /ECONNRESET|EPIPE|socket hang up/.test(answer.body) : answer.status < 500;
    const isBusy = answer.status === 503 && "retry-after" in answer.headers;
    if (isRefused || isBusy) return;
    const { method, path, headers, body } = hostile;
    faults.push(
      `${answer.status} ${method} ${path} ${JSON.stringify(headers)} ${body.toString("base64").slice(0, 600)}`,
    );
  }

  for (let sent = 0; sent < REQUESTS; sent += A_BATCH) {
    const waiting = fc.sample(anyRequest(people), { numRuns: Math.min(A_BATCH, REQUESTS - sent), seed: SEED + sent });
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await ask(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(site));
  }
  close();

  const counts = Object.fromEntries([...statuses].sort(([one], [other]) => one - other));
  console.log(`seed ${SEED}: ${REQUESTS} requests, by status ${JSON.stringify(counts)}, at most ${mostMegabytes} MB`);
  expect({ seed: SEED, faults: faults.slice(0, 5) }).toEqual({ seed: SEED, faults: [] });
  expect(ended).toBe(false);
  expect(site.logs()).not.toMatch(/"level":60/);
  expect(mostMegabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
  // They reached pages and forms, and every kind of refusal.
  for (const status of [200, 302, 400, 404, 405, 415])
    expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  expect(everyRoute().filter((route) => !reached.has(route))).toEqual([]);
  expect(statuses.get(0) ?? 0).toBeLessThan(REQUESTS / 20);
});

function cookieOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
}

function hiddenFieldsOf({ page }: Visitor): [string, string][] {
  const fields = page?.document.querySelectorAll("input[type=hidden]") ?? [];
  return fields.map((field) => [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]);
}

/** The resident memory of the site's process. */
function residentMegabytes({ pid }: RunningSite): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
