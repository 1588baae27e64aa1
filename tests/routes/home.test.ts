import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { settings } from "#app/config.server";
import { loader } from "#app/routes/_site._index/route";
import { services } from "#app/services.server";
import { failingPricing, type PricingElsewhere } from "../support/a-pricing-service";

let service: PricingElsewhere;
beforeAll(async () => {
  service = await failingPricing("hangs");
  process.env.PRICING_API_URL = service.url;
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "thuma-home-"));
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
  await (await services()).close();
  rmSync(process.env.DATA_DIR ?? "", { recursive: true });
});

test("the home page waits at most 0.7 s for its example, and leaves it out without prices", async () => {
  const here = { services: await services(), settings: settings() };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const request = new Request("http://localhost:3000/");
  let answer: Response | undefined;
  void Promise.resolve(
    loader({ request, params: {}, context: { ...here, clientAddress: "127.0.0.1", reference: "ABCDEFGH" } }),
  ).then((made) => {
    answer = made;
  });
  await vi.advanceTimersByTimeAsync(699);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer?.json()).toMatchObject({ example: null });
});
