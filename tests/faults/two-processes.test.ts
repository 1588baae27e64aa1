import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { SECONDS } from "#app/durations";
import { inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { balancer } from "../support/balancer";
import { type Acknowledged, customersAtOnce, kept } from "../support/customers-at-once";
import { type RunningSite, startSite } from "../support/running-site";

const settings = { QUOTES_PER_HOUR: "100000", BOOKINGS_PER_HOUR: "100000" };

test("two processes on one data folder, one of them killed and started again twice: nothing acknowledged is lost or doubled", async () => {
  const DATA_DIR = aFolder();
  const start = () => startSite({ ...settings, DATA_DIR });
  const running: RunningSite[] = [await start(), await start()];
  onTestFinished(() => Promise.all(running.map((site) => site.stop())).then(() => undefined));
  const front = await balancer(() => running.map(({ port }) => port));
  onTestFinished(() => front.close());
  const answered: Acknowledged[] = [];
  const customers = customersAtOnce(8, front.url, (one) => answered.push(one));
  for (let kills = 0; kills < 2; kills += 1) {
    await pause(2 * SECONDS);
    const [first] = running.splice(0, 1);
    await first?.kill();
    // The killed process's locks are released.
    running.push(await start());
  }
  await customers.stop();

  const { paid } = customers.counts;
  const { lost, doubled } = await kept(answered, customers.counts, (sql) => inTheFile({ dataDir: DATA_DIR }, sql));
  console.info(`two processes, one killed twice: ${paid} parcels paid; lost ${lost.length}, doubled ${doubled.length}`);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(paid).toBeGreaterThanOrEqual(8);
  const emails = "SELECT count(*) AS waiting FROM outgoing_mails WHERE state <> 'sent'";
  await expect.poll(() => inTheFile({ dataDir: DATA_DIR }, emails)).toEqual([{ waiting: 0 }]);
});
