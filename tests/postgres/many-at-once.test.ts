import { randomBytes } from "node:crypto";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parcel } from "../../demo/typed-answers";
import { aGuestAtTheParcel } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";

test.each([60, 200])(
  "%i customers of one network who ask two processes for prices at once all get them",
  async (people) => {
    const sites = await twoSites();
    const guests = [];
    for (let n = 0; n < people; n += 1) guests.push(await aGuestAtTheParcel(sites[n % 2] ?? sites[0]));
    console.time(`${people} at once`);
    const answers = await Promise.all(guests.map((guest) => guest.pressOnce("Calculate Quote", parcel)));
    console.timeEnd(`${people} at once`);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  },
);

async function twoSites() {
  const DATA_DIR = aFolder();
  const shared = {
    DATA_DIR,
    DATABASE_URL: await storePlace(path.join(DATA_DIR, "courier.db")),
    SESSION_SECRET: randomBytes(33).toString("base64"),
    QUOTES_PER_HOUR: "100000",
  };
  const sites = [await startSite(shared), await startSite(shared)] as const;
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.stop()));
  });
  return sites;
}
