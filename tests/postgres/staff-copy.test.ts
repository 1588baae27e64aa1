import path from "node:path";
import { expect, test } from "vitest";
import { catchUp } from "#db/copy/catch-up.server";
import { aDesk } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { anOffice, asStaff } from "../support/an-office";
import { staff } from "../support/staff";
import { storePlace } from "../support/store-place";

test("whoever has marked a parcel finds it marked; a copy that lacks nothing staff did stays as it is", async () => {
  const office = await anOffice();
  const [first, second] = [await office.paid(), await office.paid()];
  const copy = { url: await storePlace(office.file), file: path.join(aFolder(), "courier.db") };
  const messages: string[] = [];
  const caughtUp = () => catchUp(office.store.read, copy, (words) => messages.push(words));
  const statuses = () => asStaff(copy.file, "SELECT status FROM staff_bookings ORDER BY waybill_no");
  const before = await caughtUp();
  expect([await caughtUp(), messages]).toEqual([before, [expect.stringContaining("Copying it again")]]);
  const desk = aDesk(office);
  await desk.ask("mark", "collected", first.waybillNo);
  await desk.ask("mark", "collected", second.waybillNo);
  await caughtUp();
  expect(statuses()).toEqual([{ status: "Collected" }, { status: "Collected" }]);
  desk.leave();
});

test.each([["show", "bookings"], ["today"], ["find", "thandi"], ["list", "quotes"], ["list", "refunds"]])(
  "%s %s reads on a machine whose site hasn't written a copy yet, and says as of when",
  async (...words) => {
    const office = await anOffice();
    await office.paid();
    const { code, err } = await staff({ dataDir: path.dirname(office.file) }, words.filter(Boolean), {
      DATA_DIR: aFolder(),
    });
    expect([code, err]).toEqual([0, expect.stringMatching(/everything else is as of \d{4}-\d\d-\d\d \d\d:\d\d\.\n/)]);
  },
);
