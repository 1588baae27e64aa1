import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteMisstated } from "#app/domain/parcels/misstated.server";
import { waybills } from "#db/schema/waybills";
import { storeSiteFacts } from "#db/site-facts.server";
import { aDesk } from "../support/a-desk";
import { anOffice } from "../support/an-office";

const line = async (desk: Awaited<ReturnType<typeof aDesk>>) => {
  const answer = await desk.ask("today");
  const rows = answer.kind === "list" ? answer.rows : [];
  return rows.find(({ work }) => work === "Stored state is wrong: tell us");
};

test("a stored state that is wrong stands in today after the night, until it is right again; a start keeps the line", async () => {
  const office = await anOffice();
  const { store } = office;
  const { waybillNo } = await office.paid();
  await office.paid();
  const desk = await aDesk(office);
  await noteMisstated(store, new Date());
  expect(await line(desk)).toMatchObject({ how_many: 0 });

  await store.tx((tx) => tx.update(waybills).set({ nextVisit: "return" }).where(eq(waybills.waybillNo, waybillNo)));
  expect(await desk.ask("check", "states")).toMatchObject({ rows: [{ waybill_no: waybillNo }] });
  await noteMisstated(store, new Date());
  await storeSiteFacts(store, { appUrl: "https://another.example", paymentMode: "sandbox" }, new Date());
  expect(await line(desk)).toMatchObject({ how_many: 1, first_ones: waybillNo });

  await desk.ask("mark", "collected", waybillNo);
  await noteMisstated(store, new Date());
  expect(await line(desk)).toMatchObject({ how_many: 0 });
  desk.leave();
});
