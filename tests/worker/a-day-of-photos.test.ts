import { afterEach, expect, test, vi } from "vitest";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { keepMark, keptMarks } from "../../app/worker/drive/kept-marks";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart, signedInDriver } from "../support/a-round";
import { runningSiteForAllTests } from "../support/running-site";
import { staffList } from "../support/staff";
import { Visitor } from "../support/visitor";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";
import { aWeakLine, breaksAfter, looks } from "./a-weak-line";

const BYTES_PER_S = 8_000;

const site = runningSiteForAllTests();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a day of 30 photos on a line that breaks every upload for an hour: all arrive, and the office knows meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("caches", cachesOfAPhone());
  const [round] = await aRound(site, ["Sipho Nkosi"], 30, gatesApart);
  if (!round) throw new Error("no round");
  const driver = await signedInDriver(site, round, new Visitor(site.url));
  const began = Date.now();
  const breaks = () => Date.now() - began < 1 * HOURS;
  const { uploads, sentMarks } = aWeakLine(
    ({ isPhoto }) => (isPhoto && breaks() ? breaksAfter(uploads.length % 2 ? 3 * SECONDS : 20 * SECONDS) : undefined),
    driver,
  );
  let data = 0;
  for (const stop of round.stops) {
    await driver.open(`/drive/stop/${stop}`);
    const answers = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };
    const form = new FormData();
    for (const [name, value] of driver.filledIn("Delivered", { ...answers, photo: "" }).body) form.append(name, value);
    form.set("photo", aNoisyPng(), "photo.jpg");
    await keepMark(`/drive/stop/${stop}`, form, new Date().toISOString());
    await looks(1.5 * MINUTES);
  }
  for (const { lastedMs } of uploads) data += Math.min(aNoisyPng().size, (lastedMs / SECONDS) * BYTES_PER_S);
  expect(sentMarks).toHaveLength(30);
  const tried = uploads.length;
  const missing = await staffList(site, ["show", "photos_missing"]);
  expect(missing).toHaveLength(30);
  expect(missing[0]).toMatchObject({
    waybill_no: round.stops[0],
    driver: "Sipho Nkosi",
    what_to_do: expect.stringContaining("A photo was taken and isn't here"),
  });
  expect(await staffList(site, ["today"])).toContainEqual(
    expect.objectContaining({ work: "Photo not here", how_many: 30 }),
  );
  expect(await staffList(site, ["proof", round.stops[0] ?? ""])).toEqual([
    expect.objectContaining({ photos: "a photo was taken and isn't here" }),
  ]);

  await looks(26 * MINUTES);
  const [{ photos } = { photos: 0 }] = inTheFile<{ photos: number }>(
    site,
    "SELECT count(*) AS photos FROM delivery_photos",
  );
  const lateMs = (uploads.at(-1)?.at ?? 0) - began - 1 * HOURS;
  console.log(
    `30 photos, ${tried} uploads broken in an hour (${Math.round(data / 1000)} KB), ${photos} arrived, ` +
      `the last ${(lateMs / MINUTES).toFixed(1)} minutes after the line was good again`,
  );
  expect(photos).toBe(30);
  expect(await keptMarks()).toEqual([]);
  expect(await staffList(site, ["show", "photos_missing"])).toEqual([]);
});
