import { type Driver, driverCalled } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { markToTakeBack, takeMarkBack } from "#app/domain/drivers/take-back.server";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { type Fewer, fewerPieces, type Report, reportChoices } from "#app/domain/parcels/reports";
import type { Visit } from "#app/domain/parcels/visits";
import { newId } from "#app/domain/values/ids.server";
import { saDay } from "#app/domain/values/sa-time";
import type { World } from "./world";

/** What a driver marks at a stop: a mark, or a report. */
export type AtStop = {
  driver: string;
  waybillNo: string;
  kind?: "collected" | "delivered" | "returned";
  report?: Report;
  visit?: Visit;
  pieces?: number;
  /** Why fewer pieces are collected than are booked. */
  fewer?: Fewer | null;
  /** Who took a parcel that was delivered without its PIN. */
  takenBy?: string;
};

const visitFor = { collected: "collection", delivered: "delivery", returned: "return" } as const;

/** A driver marks a parcel at its stop, which they are given if they haven't got it. */
export async function markedAtStop(world: World, mark: AtStop, now: Date): Promise<void> {
  const { waybillNo, kind, report, pieces, fewer, takenBy = "" } = mark;
  const visit = mark.visit ?? (kind && visitFor[kind]);
  await give(world, { ...mark, visit }, now);
  const driver = await called(world, mark.driver);
  const pin = (kind === "delivered" && !takenBy && (await readPin(world.store.read, waybillNo))?.pin) || "";
  const choice = report && reportChoices[report];
  const form = {
    kind: choice?.button ?? kind ?? "something_wrong",
    visit: visit ?? null,
    key: newId(),
    pieces: pieces === undefined ? "" : String(pieces),
    pin,
    takenBy,
    reason: choice?.words ?? (fewer && fewerPieces[fewer].words) ?? (takenBy ? "The receiver has no phone" : ""),
    more: "",
    filledInAt: null,
  };
  const marked = await world.store.tx((tx) => markAtStop(tx, { driver, waybillNo }, form, now));
  if (!marked.ok) throw new Error(`${waybillNo}, ${form.kind}: ${marked.why}`);
}

/** A driver takes back the last press on a parcel. */
export async function takenBackAtStop(
  world: World,
  { waybillNo, driver }: Pick<AtStop, "waybillNo" | "driver">,
  now: Date,
): Promise<void> {
  const who = await called(world, driver);
  const pressed = await markToTakeBack(world.store.read, who, waybillNo, now);
  if (!pressed) throw new Error(`${waybillNo}: there is nothing to take back`);
  const taken = await world.store.tx((tx) => takeMarkBack(tx, who, pressed.key, now));
  if (!taken.ok) throw new Error(`${waybillNo}: ${taken.why}`);
}

/** Gives a parcel to a driver, for the day of `now` if no other is named. */
export async function give(
  world: World,
  { waybillNo, driver, visit, day }: { waybillNo: string; driver: string; visit?: Visit; day?: string },
  now: Date,
): Promise<void> {
  const who = await called(world, driver);
  const giving = { waybillNo, driver: who, day: day ?? saDay(now), visit };
  const assigned = await world.store.tx((tx) => assignStop(tx, giving, now));
  if (!assigned.ok) throw new Error(`${waybillNo}: ${assigned.why}`);
}

async function called({ store }: World, name: string): Promise<Driver> {
  const driver = await driverCalled(store.read, name);
  if (!driver) throw new Error(`no driver is called ${name}`);
  return driver;
}
