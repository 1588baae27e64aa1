import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { main } from "#app/staff/main.server";
import { aFolder } from "../support/a-store";
import { dayFromNow, officeForEachTest } from "../support/an-office";
import { placeInSettings } from "../support/store-place";

const office = officeForEachTest();
let waybillNo: string;
let dueNo: string;
let folder: string;
beforeEach(async () => {
  folder = aFolder();
  ({ waybillNo } = await office.paid({ parcel: { quantity: 3 } }));
  ({ waybillNo: dueNo } = await office.paid({ parcel: { collectionDay: dayFromNow(0), collectionTime: "morning" } }));
});

/** Runs `npm run staff -- …` in this folder: its exit code, and the file that it wrote. */
async function run(args: string[], name: string) {
  const file = path.join(folder, name);
  const environment = { DATA_DIR: path.dirname(office.file), ...placeInSettings(office.file), USER: "zanele" };
  const code = await main([...args, "--to", name], environment, folder);
  return { code, pdf: existsSync(file) ? readFileSync(file, "latin1") : "" };
}

const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length ?? 0;

test("slips of several bookings are one PDF, four to a page", async () => {
  const { code, pdf } = await run(["print", waybillNo, dueNo], "slips.pdf");
  expect([code, pdf.slice(0, 5), pagesOf(pdf)]).toEqual([0, "%PDF-", 1]);
});

test("each piece has its own label", async () => {
  const { code, pdf } = await run(["print", waybillNo, "--label"], "labels.pdf");
  expect([code, pagesOf(pdf)]).toEqual([0, 3]);
});

test("today's slips are of the parcels to collect today", async () => {
  const { code, pdf } = await run(["print", "today", "--label"], "today.pdf");
  expect([code, pagesOf(pdf)]).toEqual([0, 1]);
});

test("an unknown number prints nothing, and writes no file", async () => {
  expect(await run(["print", waybillNo, "TH0000000000"], "none.pdf")).toEqual({ code: 1, pdf: "" });
});

test("of a list from a file the known ones are printed, and the exit code reports the rest", async () => {
  writeFileSync(path.join(folder, "parcels.txt"), `${waybillNo}/2\nTH0000000000\nhello\n`);
  const { code, pdf } = await run(["print", "--file", "parcels.txt", "--label"], "some.pdf");
  expect([code, pagesOf(pdf)]).toEqual([4, 3]);
});
