import { expect, test } from "vitest";
import { homeAddresses } from "#app/domain/form/addresses";
import { readLandmark, type Surroundings } from "#app/domain/form/landmark";
import { addresses } from "../../../demo/typed-answers";

const katlehong = { town: "Katlehong", zone: "metro", latitude: -26.35, longitude: 28.15 };
const here: Surroundings = { areas: [katlehong], area: katlehong, postal: "1431", country: "South Africa" };

test("400 letters of almost a place take less of the processor than an ordinary form", () => {
  const hostile = ["5G5C+26.35,", "26.35 , ", "!3d1.1!4d", "https://maps.", "a1+", "lat lon 1,"];
  const worst = Math.max(...hostile.map((part) => cpuOf(() => readLandmark(part.repeat(400).slice(0, 400), here))));
  const form = Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, String(value)]));
  expect(worst).toBeLessThan(
    Math.max(
      1_000,
      cpuOf(() => homeAddresses.safeParse(form)),
    ),
  );
});

/** Microseconds of the processor for one call, the cheapest of some rounds. */
function cpuOf(work: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const begin = process.cpuUsage();
    for (let n = 0; n < 50; n += 1) work();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 50;
  });
  return Math.min(...rounds);
}
