/**
 * How long a dashboard takes: `node bench/million-quotes/dashboards.mjs <file or postgres://…>`, with `DATABASE_URL` the same.
 * Ends with 1 if the 99th percentile of one is 20 ms or more.
 */
import { count, desc, isNotNull } from "drizzle-orm";
import { openSite } from "./site.mjs";

const WANTED_P99_MS = 20;
const ROUNDS = 500;
const WARM_UP = 20;
const PEOPLE = 1000;

const { load, close } = await openSite();
const { openStore } = await load("/db/store.server.ts");
const { quotesOf } = await load("/app/domain/parcels/quotes/owned-quotes.server.ts");
const { quotesFound, quotesInTrouble } = await load("/app/domain/parcels/quotes/found-quotes.server.ts");
const { parcelStates } = await load("/app/domain/parcels/parcel-states.server.ts");
const { users } = await load("/db/schema/accounts.ts");
const { quotes } = await load("/db/schema/quotes.ts");
const { waybills } = await load("/db/schema/waybills.ts");

const store = await openStore(process.argv[2]);
const { read } = store;
const people = await read.select({ uid: users.uid }).from(users).orderBy(users.uid).limit(PEOPLE);
const numbers = await read
  .select({ waybillNo: waybills.waybillNo })
  .from(waybills)
  .orderBy(waybills.waybillNo)
  .limit(PEOPLE);
const [heaviest] = await read
  .select({ uid: quotes.uid, has: count() })
  .from(quotes)
  .where(isNotNull(quotes.uid))
  .groupBy(quotes.uid)
  .orderBy(desc(count()))
  .limit(1);
const of = (list, round) => list[(round * 7919) % list.length];

console.log("   p50 ms    p99 ms");
await timed(`dashboard of the account with most quotes (${heaviest.has})`, () => quotesOf(read, heaviest.uid));
await timed("dashboard of any account", (round) => quotesOf(read, of(people, round).uid));
const booked = (await quotesOf(read, heaviest.uid)).list.filter(({ waybillNo }) => waybillNo !== null);
await timed(`the states of ${booked.length} parcels of it`, () => parcelStates(read, booked, new Date()));
await timed("what went wrong, of the same account", () => quotesInTrouble(read, heaviest.uid, new Date()));
await timed("a name and a place looked for, of the same account", () =>
  quotesFound(read, heaviest.uid, "dlamini soweto"),
);
await timed("dashboard, a number looked for", (round) =>
  quotesFound(read, of(people, round).uid, of(numbers, round).waybillNo),
);
await store.close();
await close();

async function timed(title, ask) {
  const times = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const began = performance.now();
    await ask(round);
    if (round >= WARM_UP) times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const [half, most] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)]);
  if (most >= WANTED_P99_MS) process.exitCode = 1;
  console.log(`${half.toFixed(2).padStart(9)} ${most.toFixed(2).padStart(9)}  ${title}`);
}
