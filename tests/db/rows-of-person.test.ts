import { describe, expect, test } from "vitest";
import { unpaidStatuses } from "#app/domain/money/payment-state";
import { HOURS } from "#app/durations";
import { waybillsWith } from "#db/quotes-of-person.server";
import { rowsNaming } from "#db/rows-of-person.server";
import { ago, officeForEachTest } from "../support/an-office";
import { copyBooking } from "../support/copied-bookings";

const office = officeForEachTest();

describe("rows that may be about a person", () => {
  const kinds = async (known: string) =>
    (await rowsNaming(office.store.read, known)).map(({ kind }) => kind).toSorted();

  test("are bookings, accounts and applications with their email, whichever letters it is written in", async () => {
    await office.quote({ addresses: { fromEmail: "Thandi.N+x@example.co.za" } });
    await office.quote({ addresses: { toEmail: "thandi.n+x@example.co.za" } });
    await office.joined("thandi.n+x@example.co.za");
    await office.applied(1, { from_email: "thandi.n+x@example.co.za" });
    await office.quote({ addresses: { fromEmail: "another@example.co.za" } });
    expect(await kinds("thandi.n+x@example.co.za")).toEqual(["account", "application", "quote", "quote"]);
    expect(await kinds("nobody@example.co.za")).toEqual([]);
  });

  test("are all of them, each once, also where there are thousands", async () => {
    const booked = await office.quote({ addresses: { fromEmail: "shop@example.co.za" } });
    await copyBooking(office.store, booked, 2_000);
    const found = (await rowsNaming(office.store.read, "shop@example.co.za")).map(({ id }) => id);
    expect([found.length, new Set(found).size]).toEqual([2_001, 2_001]);
  });

  test("are those with the last nine digits of their phone, however it is written", async () => {
    await office.quote({ addresses: { fromPhone: "+27 84 555 0001", toPhone: "+27731112222" } });
    await office.quote({ addresses: { toCell: "084 555 0001" } });
    await office.quote({ addresses: { fromPhone: "+27845550002" } });
    await office.applied(1, { cell: "084 555 0001" });
    expect(await kinds("845550001")).toEqual(["application", "quote", "quote"]);
    expect(await kinds("999999999")).toEqual([]);
  });
});

describe("the waybills of a person's bookings", () => {
  const found = async (contact: string, since = ago(48 * HOURS), atMost = 10) =>
    (await waybillsWith(office.store.read, contact, { since, unpaid: unpaidStatuses, atMost })).map(
      ({ waybillNo }) => waybillNo,
    );

  test("are found by the sender's and the receiver's email, newest first, since a time, at most so many", async () => {
    const { waybillNo: sent } = await office.paid({ addresses: { fromEmail: "Zola@example.com" } }, ago(3 * HOURS));
    const { waybillNo: got } = await office.paid({ addresses: { toEmail: "zola@example.com" } }, ago(1 * HOURS));
    await office.paid({ addresses: { toEmail: "xzola@example.com" } });
    await office.quote({ addresses: { toEmail: "zola@example.com" } });
    expect(await found("zola@example.com")).toEqual([got, sent]);
    expect(await found("zola@example.com", ago(2 * HOURS))).toEqual([got]);
    expect(await found("zola@example.com", ago(48 * HOURS), 1)).toEqual([got]);
    expect(await found("nobody@example.com")).toEqual([]);
  });

  test.each(["fromPhone", "fromCell", "toPhone", "toCell"])("are found by %s", async (field) => {
    const { waybillNo } = await office.paid({ addresses: { [field]: "084 555 0001" } });
    await office.paid();
    expect(await found("+27845550001")).toEqual([waybillNo]);
    expect(await found("+27845550009")).toEqual([]);
  });
});
