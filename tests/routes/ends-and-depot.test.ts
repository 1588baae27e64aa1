import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aGuestWithAWaybill } from "../support/a-guest";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const ask = async (...words: string[]) => {
  const { code, out, err } = await staff(site, words);
  return { code, said: out + err };
};

async function tracking(waybillNo: string) {
  const { document, text } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
  return { state: document.querySelector("[data-state]")?.getAttribute("data-state"), text };
}

test("what will not arrive says so and why, is asked for its reason, and comes back when that is undone", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await ask("mark", "collected", waybillNo);
  const refusals = [
    [["ended", waybillNo], /Why will it not arrive\? Use --because: lost, damaged/],
    [["ended", waybillNo, "--because", "gone"], /gone/],
    [["ended", waybillNo, "--because", "lost", "--pieces", "1"], /leave out --pieces/],
    [["in-transit", waybillNo, "--because", "lost"], /--because is for ended/],
  ] as const;
  for (const [words, why] of refusals) {
    const { code, said } = await ask("mark", ...words);
    expect([words, code, said]).toEqual([words, expect.any(Number), expect.stringMatching(why)]);
    expect(code).not.toBe(0);
  }
  expect(await ask("mark", "ended", waybillNo, "--because", "lost")).toMatchObject({
    code: 0,
    said: expect.stringContaining(": ended, lost"),
  });
  const { state, text } = await tracking(waybillNo);
  expect(state).toBe("ended");
  expect(text).toContain("This parcel will not arrive");
  expect(text).toContain("We can't find it any more. We are sorry.");
  expect(text).not.toMatch(/on its way|here by|hear from us/i);
  expect((await ask("mark", "ended", waybillNo, "--because", "lost")).said).toContain("already");
  expect((await ask("mark", "ended", waybillNo, "--because", "police")).said).toContain("can't find it any more");
  expect(await ask("undo", "mark", waybillNo)).toMatchObject({ code: 0 });
  expect(await tracking(waybillNo)).toMatchObject({ state: "collected" });
});

test("fetched at the depot, as said by phone: not there yet, then ready, then handed over for the PIN", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await ask("mark", "collected", waybillNo);
  const agreed = await ask("agree", waybillNo, "--depot");
  expect(agreed).toMatchObject({ code: 0, said: expect.stringContaining("fetching it at the depot") });
  expect(agreed.said).toContain("The receiver gets the PIN.");
  const letter = await emailTo(site.dataDir, addresses.toEmail, /fetch the parcel/);
  const [, pin = ""] = /PIN (\d{4})/.exec(letter.text) ?? [];
  expect((await tracking(waybillNo)).text).toContain("Not there yet: we will tell you.");
  expect(await ask("mark", "at-depot", waybillNo)).toMatchObject({ code: 0 });
  const ready = await tracking(waybillNo);
  expect(ready.state).toBe("at_depot");
  expect(ready.text).toMatch(/Ready at our depot until \w+ \d+ \w+, bring the PIN from our message\./);
  expect(ready.text).not.toContain(pin);
  expect(await ask("fetched", waybillNo, "--pin", pin)).toMatchObject({ code: 0 });
  expect(await tracking(waybillNo)).toMatchObject({ state: "delivered" });
});

test("without a PIN the depot takes name and reason, which are noted where names are deleted", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await ask("mark", "collected", waybillNo);
  await ask("agree", waybillNo, "--depot");
  expect((await ask("fetched", waybillNo)).said).toContain(
    "Use --pin, such as 1234; without one, --name and --because.",
  );
  expect((await ask("fetched", waybillNo, "--name", "Sipho Dlamini")).said).toContain("Why is there no PIN?");
  const taken = await ask("fetched", waybillNo, "--name", "Sipho Dlamini", "--because", "no phone");
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining(": fetched at the depot") });
  const { said } = await ask("show", "bookings", "--json");
  expect(said).toContain("Fetched at the depot by Sipho Dlamini, without the PIN: no phone");
  const record = await ask("history", waybillNo);
  expect(record.said).toContain("by name");
  expect(record.said).not.toContain("by Sipho");
});
