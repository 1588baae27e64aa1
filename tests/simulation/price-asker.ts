import { saDay } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { Person } from "./person";
import type { World } from "./world";

const [FROM, TO] = ["1431", "1804"];
const WHOLE = 10_000;

type Area = { from_code: string; to_code: string; zone: string; region: string };

/** Somebody who asks what a parcel costs, and compares it with the price tables of that day. */
export async function askForPrices(world: World, number: number): Promise<void> {
  const asker = new Person(world, number);
  for (;;) {
    await world.pause(1 * MINUTES);
    const parcel = { selectedBoxId: world.random.pick(["flyer-bag", "stock-3"]), quantity: 1 + world.random.below(3) };
    const before = priceNow(world, parcel);
    const asked = { fromPostal: FROM, toPostal: TO, ...parcel };
    const answer = await asker.phone.call(
      "POST",
      "/v1/quote/local",
      { "Content-Type": "application/json" },
      JSON.stringify(asked),
    );
    const after = priceNow(world, parcel);
    if (answer?.status !== 200 || before !== after) continue;
    const { pricing } = answer.data as { pricing: { totals: { grandTotal: number } } };
    const cents = Math.round(pricing.totals.grandTotal * 100);
    if (cents !== after) world.fail(`a parcel costs ${after} cents by the tables, and ${cents} were asked for`);
  }
}

/** The price in cents, as the tables say it: zones, the way between regions, fuel on both, packaging, VAT on all. */
function priceNow(world: World, { selectedBoxId, quantity }: { selectedBoxId: string; quantity: number }): number {
  const { disk, clock } = world;
  const day = saDay(new Date(clock.wall()));
  const latest = `valid_from <= '${day}' ORDER BY valid_from DESC LIMIT 1`;
  const one = (query: string) => Number(disk.rows<{ value: number }>(`${query} AND ${latest}`)[0]?.value);
  const rate = (kind: string, key: string, column = "amount_cents") =>
    one(`SELECT ${column} AS value FROM rates WHERE kind = '${kind}' AND rate_key = '${key}'`);
  const areas = disk.rows<Area>("SELECT from_code, to_code, zone, region FROM postal_areas");
  const areaOf = (code: string) =>
    areas
      .filter(({ from_code, to_code }) => from_code <= code && code <= to_code)
      .toSorted((a, b) => Number(a.to_code) - Number(a.from_code) - (Number(b.to_code) - Number(b.from_code)))[0];
  const [from, to] = [areaOf(FROM), areaOf(TO)];
  const ends = [from?.region, to?.region].toSorted().join("-");
  const between = from?.region === to?.region ? 0 : rate("linehaul", ends);
  const transport = rate("zone", from?.zone ?? "") + rate("zone", to?.zone ?? "") + between;
  const fuel = Math.round((transport * rate("fuel", "fuel", "basis_points")) / WHOLE);
  const packaging = one(`SELECT cost_cents AS value FROM boxes WHERE id = '${selectedBoxId}'`);
  const net = (transport + fuel + packaging) * quantity;
  return net + Math.round((net * rate("vat", "vat", "basis_points")) / WHOLE);
}
