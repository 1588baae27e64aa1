import { expect, test } from "vitest";
import { actionsOn, forgetWords, recordAction } from "#app/domain/office/staff-actions.server";
import { aStore } from "../../support/a-store";

const monday = new Date("2026-11-23T08:00:00Z");
const tuesday = new Date("2026-11-24T08:00:00Z");

test("actions on a subject are listed oldest first, without those on others", async () => {
  const store = await aStore();
  const priced = { action: "priced quote", subject: "Q1", details: "R 900" };
  await store.tx((tx) => recordAction(tx, "sipho", { ...priced, details: "R 850" }, tuesday));
  await store.tx((tx) => recordAction(tx, "thandi", priced, monday));
  await store.tx((tx) => recordAction(tx, "thandi", { ...priced, subject: "Q2" }, monday));
  expect(await actionsOn(store.read, "Q1")).toMatchObject([
    { at: monday, who: "thandi", ...priced },
    { at: tuesday, who: "sipho", details: "R 850" },
  ]);
});

test("staff's free text is erased with its subject; the action and amounts stay", async () => {
  const store = await aStore();
  const cancelled = { action: "cancelled booking", details: "Thandi Nkosi sold it" };
  await store.tx(async (tx) => {
    await recordAction(tx, "thandi", { ...cancelled, subject: "Q1" }, monday);
    await recordAction(tx, "thandi", { ...cancelled, subject: "Q2" }, monday);
    await recordAction(tx, "thandi", { action: "priced quote", subject: "Q1", details: "R 900" }, tuesday);
    await forgetWords(tx, ["Q1"]);
  });
  const details = async (subject: string) => (await actionsOn(store.read, subject)).map((each) => each.details);
  expect(await details("Q1")).toEqual(["", "R 900"]);
  expect(await details("Q2")).toEqual(["Thandi Nkosi sold it"]);
});
