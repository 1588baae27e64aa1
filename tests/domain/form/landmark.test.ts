import { OpenLocationCode } from "open-location-code";
import { describe, expect, test } from "vitest";
import { readLandmark, type Surroundings } from "#app/domain/form/landmark";
import { landmarkApart, type Point } from "#app/domain/form/plus-code";
import { randomOf } from "../../simulation/random";

const katlehong = { town: "Katlehong", zone: "metro", latitude: -26.35, longitude: 28.15 };
const durban = { town: "Durban", zone: "metro", latitude: -29.86, longitude: 31.02 };
const here: Surroundings = { areas: [katlehong, durban], area: katlehong, postal: "1431", country: "South Africa" };
const inBrazil = { ...here, area: null, postal: "", country: "Brazil" };

const read = (typed: string, around = here) => readLandmark(typed, around);
const CODE = "5G5CJ5X3+G9";

describe("a place in the landmark", () => {
  const POINTS = 10_000;
  /** `WAYS=all npm test -- tests/domain/form/landmark.test.ts` writes each point in every way; otherwise each is written in the next one. */
  const isInEveryWay = process.env.WAYS === "all";

  test(`of ${POINTS} random points, however written, is in the square of the plus code that replaces it`, () => {
    const random = randomOf(35);
    const faults: string[] = [];
    let count = 0;
    for (let n = 0; n < POINTS; n += 1) {
      const point = { latitude: -35 + random.unit() * 13, longitude: 16.5 + random.unit() * 16.5 };
      const ways = [...waysToWrite(point, 3 + random.below(5))];
      for (const [typed, written] of isInEveryWay ? ways : ways.slice(n % ways.length, (n % ways.length) + 1)) {
        const { text } = read(`blue gate ${typed} ring twice`);
        const apart = landmarkApart(text);
        const isRight = apart.plusCode && apart.words === "blue gate, ring twice" && holds(apart.plusCode, written);
        if (!isRight) faults.push(`${typed}: ${text}`);
        count += 1;
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    if (isInEveryWay) console.info(`${POINTS} points were read ${count} times, each in its square`);
  });

  test.each([
    ["a full plus code, in small letters", "blue gate, 5g5cj5x3+g9", `blue gate, ${CODE}`],
    ["a short one with its town", "J5X3+G9 Katlehong", `${CODE} Katlehong`],
    ["a short one, near its postal code", "J5X3+G9", CODE],
    ["a map's link of a short one", "https://www.google.com/maps/place/J5X3%2BG9+Katlehong", CODE],
    ["two numbers with letters", "26.3512° S, 28.1534° E", CODE],
    ["a code in words that stay", "gate (5G5CJ5X3+G9), ring", `gate (${CODE}), ring`],
  ])("may be %s", (_, typed, text) => {
    expect(read(typed)).toEqual({ text, question: null });
  });

  test("a short code means the town that is written after it, though the postal code is elsewhere", () => {
    const { text, question } = read("J5X3+G9 Katlehong", { ...here, area: durban, postal: "4001" });
    expect(text).toBe(`${CODE} Katlehong`);
    expect(question?.words).toBe(`The place ${CODE}, near Katlehong, is 478 km from Durban (4001).`);
  });

  test.each([
    "Blue gate opposite the taxi rank",
    "Stand 12, R12.50, 3.5 m from the road",
    "082.123.4567, 011.123.4567",
    "wifi+tv shop, 2+1 rooms",
    "facebook.com/spaza",
    "26°21'04\"S 28°09'12\"E",
    "-٢٦.٣٥١٢، ٢٨.١٥٣٤",
  ])("is not seen in %s", (typed) => {
    expect(read(typed)).toEqual({ text: typed, question: null });
  });

  test.each([CODE.toLowerCase(), "-23.55, -46.63", "https://maps.app.goo.gl/aBcD", "J5X3+G9"])(
    "stays as typed abroad: %s",
    (typed) => {
      expect(read(typed, inBrazil)).toEqual({ text: typed, question: null });
    },
  );
});

describe("what looks wrong is asked about", () => {
  test.each([
    ["in another country", "-17.83, 31.05", /^The place \w+\+\w+ is outside South Africa\.$/],
    ["the wrong way round", "28.1534, -26.3512", /outside South Africa/],
    ["without its minus", "26.3512, 28.1534", /outside South Africa/],
    ["in Lesotho", "-29.60, 28.20", /36\d km from Katlehong \(1431\)/],
    ["far from its postal code", "-29.86, 31.02", /, near Durban, is 4\d\d km from Katlehong \(1431\)/],
    ["not on the earth", "128.1534, 226.3512", /128.1534, 226.3512 isn't a point on a map/],
    ["a code that is too short", "5G5CJ5X+G9", /5G5CJ5X\+G9 isn't a whole plus code/],
    ["a code with a letter that none has", "5G5CJ5A3+G9", /5G5CJ5A3\+G9 isn't a whole plus code/],
    ["a link to be opened", "https://maps.app.goo.gl/aBcD", /^We can't open this link\. In your map/],
    ["a map's link without a place", "https://www.google.com/maps/place/Spar/", /^We can't open this link/],
  ])("%s", (_, typed, words) => {
    expect(read(typed).question?.words).toMatch(words);
  });

  test("a short code without a town, where the postal code's place isn't known", () => {
    expect(read("J5X3+G9", { ...here, areas: [], area: null }).question?.words).toMatch(
      /We don't know where J5X3\+G9 is/,
    );
  });

  test("but not a point near the coast, or within reach of its postal code", () => {
    for (const [typed, around] of [
      ["-34.188, 18.425", { ...here, area: null }],
      ["-26.20, 28.04", here],
      ["-26.00, 28.90", { ...here, area: { ...katlehong, zone: "town" } }],
      ["-29.86, 31.02", { ...here, area: { ...katlehong, latitude: null } }],
    ] as const)
      expect(read(typed, around).question, typed).toBeNull();
  });
});

test("a text of more than 400 letters is not read", () => {
  // In small letters, which reading would change.
  const page = "5g5cj5x3+g9 ".repeat(6_000);
  expect(read(page)).toEqual({ text: page, question: null });
});

/** A point in every way that people and maps write it, with the point that the text says. */
function* waysToWrite(point: Point, decimals: number): Generator<[typed: string, written: Point]> {
  const [lat, lon] = [point.latitude.toFixed(decimals), point.longitude.toFixed(decimals)];
  const written = { latitude: Number(lat), longitude: Number(lon) };
  const south = lat.slice(1);
  for (const typed of [
    `${lat}, ${lon}`,
    `${lat} ${lon}`,
    `${lat.replace(".", ",")}, ${lon.replace(".", ",")}`,
    `${lat.replace(".", ",")}; ${lon.replace(".", ",")}`,
    `${lat.replace("-", "−")}°, ${lon}°`,
    `${south} S, ${lon} E`,
    `S${south} E${lon}`,
    `geo:${lat},${lon}`,
    `geo:${lat},${lon}?z=17`,
    `geo:0,0?q=${lat},${lon}`,
    `https://maps.google.com/?q=${lat},${lon}`,
    `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lon}`,
    `https://www.google.com/maps/search/${lat},+${lon}`,
    `https://www.google.com/maps/@${lat},${lon},17z`,
    `https://www.google.com/maps/place/Home/@-30.1,25.2,15z/data=!3m1!4b1!4m6!3m5!1s0x1e:0x2!8m2!3d${lat}!4d${lon}!16s`,
    `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/-30.1/25.2`,
    `https://www.openstreetmap.org/#map=17/${lat}/${lon}`,
    `https://maps.apple.com/?ll=${lat},${lon}&q=Pin`,
    `https://maps.apple.com/place?coordinate=${lat}%2C${lon}&name=Pin`,
    `https://wego.here.com/?map=${lat},${lon},17,normal`,
    `https://share.here.com/l/${lat},${lon},Home?z=16`,
    `https://waze.com/ul?ll=${lat}%2C${lon}&navigate=yes`,
  ])
    yield [typed, written];
  const code = new OpenLocationCode().encode(written.latitude, written.longitude);
  const { latitudeCenter: latitude, longitudeCenter: longitude } = new OpenLocationCode().decode(code);
  yield [code.toLowerCase(), { latitude, longitude }];
  yield [`https://plus.codes/${code}`, { latitude, longitude }];
}

/** By the package itself; a billionth of a degree is a tenth of a millimetre. */
function holds(code: string, { latitude, longitude }: Point): boolean {
  const square = new OpenLocationCode().decode(code);
  const rounding = 1e-9;
  return (
    square.latitudeLo - rounding <= latitude &&
    latitude <= square.latitudeHi + rounding &&
    square.longitudeLo - rounding <= longitude &&
    longitude <= square.longitudeHi + rounding
  );
}
