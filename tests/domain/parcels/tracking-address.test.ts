import { expect, test } from "vitest";
import { trackedWaybill, trackingAddress } from "#app/domain/parcels/tracking-address";

function typed(waybill?: string): string | null {
  const form = new FormData();
  if (waybill !== undefined) form.set("waybill", waybill);
  return trackedWaybill(form);
}

test("a typed waybill number is trimmed and cut; blank or missing it is none", () => {
  expect([typed(" TH4821093753 "), typed(""), typed("  "), typed()]).toEqual(["TH4821093753", null, null, null]);
  expect(typed("9".repeat(61))).toBe("9".repeat(60));
  expect([typed(`${" ".repeat(999)}1`), typed(`${" ".repeat(1000)}1`)]).toEqual(["1", null]);
});

test("a parcel is tracked on our page, or on the external one with its own query", () => {
  expect(trackingAddress(undefined, "TH 1&2")).toBe("/tracking?action=track&accno=&no=TH+1%262");
  expect(trackingAddress("https://track.example/find?lang=en&no=old", "TH1")).toBe(
    "https://track.example/find?lang=en&no=TH1&action=track&accno=",
  );
});
