import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { type NewWish, takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { agreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");
const [first, wished, last] = ["2026-11-24", "2026-11-25", "2026-11-27"];

const wishes: { kind: string; asked: NewWish }[] = [
  { kind: "day", asked: { kind: "day", day: wished, part: "morning" } },
  { kind: "neighbour", asked: { kind: "neighbour", name: "Gogo", house: "14 Ncome Crescent" } },
  { kind: "depot", asked: { kind: "depot" } },
];

test.each(
  wishes.flatMap((wish) => [
    { ...wish, before: "a day" },
    { ...wish, before: "nothing" },
  ]),
)(
  "the office's later day stays when a receiver takes back a wish ($kind), after $before had been agreed on",
  async ({ asked, before }) => {
    const parcel = await aParcelOnTheWay(noon);
    await parcel.mark("collected");
    if (before === "a day") await agree(parcel, first);
    const { office, quote, waybillNo } = parcel;
    expect(await office.store.tx((tx) => takeWish(tx, quote, asked, parcel.now()))).toEqual({ ok: true, added: true });
    const [made] = (await wishesOf(office.store.read, waybillNo)).filter(({ endedAt }) => endedAt === null);
    // On the phone, while the receiver's page is still open.
    await agree(parcel, last);
    await office.store.tx((tx) => takeBackWish(tx, quote, made?.id ?? "", parcel.now()));
    expect(await agreedOn(parcel)).toBe(last);
  },
);

test.each(wishes)("what the office had agreed on holds again when a wish is taken back ($kind)", async ({ asked }) => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await agree(parcel, first);
  const { office, quote, waybillNo } = parcel;
  await office.store.tx((tx) => takeWish(tx, quote, asked, parcel.now()));
  const [made] = await wishesOf(office.store.read, waybillNo);
  await office.store.tx((tx) => takeBackWish(tx, quote, made?.id ?? "", parcel.now()));
  expect(await agreedOn(parcel)).toBe(first);
});

const agree = ({ office, waybillNo, now }: ParcelOnTheWay, day: string) =>
  office.store.tx((tx) => agreeVisit(tx, waybillNo, { day, fromTime: null, untilTime: null }, now()));

const agreedOn = async ({ office, waybillNo }: ParcelOnTheWay) =>
  (await agreedVisit(office.store.read, waybillNo, "delivery"))?.day;
