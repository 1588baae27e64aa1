import { expect, test } from "vitest";
import { lookUp } from "#app/domain/bookings/tracked-parcel.server";
import { ago, anOffice } from "../../support/an-office";

test("what was typed is a parcel, a number that no parcel has, no number at all, or nothing", async () => {
  const { paid, happened, store } = await anOffice();
  const { waybillNo, quote } = await paid();
  const now = ago(-3000);
  const typed = async (text: string) => {
    const found = await lookUp(store.read, text, now);
    return found.kind === "found" ? [found.parcel.state.state, found.parcel.wishesFor] : found;
  };
  expect(await typed(` ${waybillNo.toLowerCase().replace("th", "th ")} `)).toEqual(["booked", null]);
  expect(await typed("TH4821093753")).toEqual({ kind: "unknown", typed: "TH4821093753", waybillNo: "TH4821093753" });
  expect(await typed(" TH12 ")).toEqual({ kind: "no_number", typed: "TH12" });
  expect(await typed(" ")).toEqual({ kind: "nothing_typed", typed: "" });
  // Whoever is not at home may wish for another day.
  await happened(waybillNo, "out_for_delivery", ago(-1000));
  await happened(waybillNo, "failed_attempt", ago(-2000));
  expect(await typed(waybillNo)).toEqual(["failed", quote.id]);
});
