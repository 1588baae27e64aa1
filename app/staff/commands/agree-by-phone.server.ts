import { stopOn } from "#app/domain/drivers/stops.server";
import { endNeighbour, wishByPhone } from "#app/domain/drivers/wish-by-phone.server";
import { limits } from "#app/domain/form/fields";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { saDay } from "#app/domain/values/sa-time";
import { asLine } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { choice, commandNamed, field, name, number, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { isNone, NONE } from "../command";
import { type Desk, did, notDone, type Outcome } from "../desk.server";
import { whoIsTold } from "../who-is-told.server";

/** Who takes it, and where, as typed. */
export function neighbourFrom(typedName = "", typedPlace = "") {
  const [neighbour, at] = [asLine(typedName), asLine(typedPlace)];
  if (!neighbour || !at)
    throw new UsageError(say`Who takes it, and where? Use ${field("neighbour")} and ${field("at")}.`);
  if (isNone(neighbour)) throw new UsageError(say`With ${choice(NONE)} as the neighbour, leave out ${field("at")}.`);
  for (const [typed, longest, option] of [
    [neighbour, limits.fullName, "neighbour"],
    [at, limits.addressLine, "at"],
  ] as const)
    if (typed.length > longest) throw new UsageError(say`${field(option)} can have at most ${longest} characters.`);
  return { kind: "neighbour", name: neighbour, house: at } as const;
}

/** The receiver said by phone that a neighbour takes it. */
export async function agreeNeighbour(
  tx: Tx,
  waybillNo: string,
  asked: ReturnType<typeof neighbourFrom>,
  desk: Desk,
): Promise<Outcome> {
  const wishing = await wishByPhone(tx, waybillNo, asked, desk.now);
  if (!wishing.ok) return notDone(say`${number(waybillNo)}: ${wishing.why}.`);
  const { added, words, note, quote } = wishing;
  const stop = await stopOn(tx, { waybillNo, visit: "delivery", day: saDay(desk.now) });
  return did(
    // A name isn't written into the record, which outlives it.
    added && { action: "agreed", subject: waybillNo, details: `${words}, said by phone` },
    say`${number(waybillNo)}: the driver reads “${note}”${added ? "" : ", as before"}.`,
    ...(stop && added
      ? [
          say`${name(stop.driver)} drives it today. Phone ${number(phoneAsShown(stop.driverPhone))} too: the list may be open already.`,
        ]
      : []),
    ...(added ? await whoIsTold(tx, quote, desk) : []),
  );
}

/** No neighbour takes it any more. */
export async function dropNeighbour(tx: Tx, waybillNo: string, desk: Desk): Promise<Outcome> {
  const ending = await endNeighbour(tx, waybillNo, desk.now);
  if (!ending.ok) return notDone(say`${number(waybillNo)}: ${ending.why}.`);
  if (!ending.added) return did(null, say`${number(waybillNo)}: no neighbour takes it, as before.`);
  return did(
    { action: "agreed", subject: waybillNo, details: "no delivery to a neighbour any more" },
    say`${number(waybillNo)}: no neighbour takes it any more.`,
    ...(await whoIsTold(tx, ending.quote, desk)),
  );
}

/** The receiver said by phone that they fetch it at the depot. */
export async function agreeDepot(tx: Tx, waybillNo: string, desk: Desk): Promise<Outcome> {
  const wishing = await wishByPhone(tx, waybillNo, { kind: "depot" }, desk.now);
  if (!wishing.ok) return notDone(say`${number(waybillNo)}: ${wishing.why}.`);
  const { added, words, hasPin, quote } = wishing;
  return did(
    added && { action: "agreed", subject: waybillNo, details: words },
    say`${number(waybillNo)}: ${words}${added ? "" : ", as before"}.`,
    hasPin
      ? "The receiver gets the PIN."
      : say`No message can reach the receiver: ask for their ID (${commandNamed("fetched", { waybill: waybillNo })}).`,
    ...(added ? await whoIsTold(tx, quote, desk) : []),
  );
}
