import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { pathOf } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const ask = async (...words: string[]) => expect(await staff(site, words)).toMatchObject({ code: 0 });

test("from the moment a return is given out, tracking and the receiver's page say that it goes back", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await ask("add", "driver", "Sipho Nkosi", "--phone", "082 123 4567");
  await ask("mark", "collected", waybillNo);
  await ask("mark", "out-for-delivery", waybillNo);
  const letter = await emailTo(site.dataDir, addresses.toEmail, /parcel/i);
  const theirs = pathOf(/http\S+\/find-me\/\S+/.exec(letter.text)?.[0] ?? "");
  const receiver = new Visitor(site.url);
  const tracking = async () => {
    const { document, text } = await receiver.open(`/tracking?no=${waybillNo}`);
    return { state: document.querySelector("[data-state]")?.getAttribute("data-state"), text };
  };
  expect(await tracking()).toMatchObject({
    state: "out_for_delivery",
    text: expect.stringContaining("Please be there"),
  });
  expect((await receiver.open(theirs)).text).toContain("How will the driver find");

  await ask("assign", waybillNo, "--driver", "Sipho Nkosi", "--visit", "return");
  const back = await tracking();
  expect(back).toMatchObject({ state: "returning", text: expect.stringContaining("Going back to the sender") });
  expect(back.text).not.toMatch(/be there|PIN|here today/);
  const page = await receiver.open(theirs);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("no longer on its way")]);
  expect(page.text).not.toMatch(/Send me the PIN|Tell the driver/);

  // Somebody changed their mind: it is delivered after all.
  await ask("assign", waybillNo, "--driver", "Sipho Nkosi", "--visit", "delivery");
  expect(await tracking()).toMatchObject({ state: "out_for_delivery" });
});

test("a vehicle that broke down: tracking and the receiver's page promise nothing until somebody else is sent", async () => {
  const [round = expect.fail("no round")] = await aRound(site, ["Thabo Molefe"], 0);
  const { waybillNo } = await aGuestWithAWaybill(site);
  for (const mark of ["collected", "out-for-delivery"]) await ask("mark", mark, waybillNo);
  await ask("assign", waybillNo, "--driver", "Thabo Molefe");
  const letter = await emailTo(site.dataDir, addresses.toEmail, /parcel/i);
  const theirs = pathOf(/http\S+\/find-me\/\S+/.exec(letter.text)?.[0] ?? "");
  const pages = async () => {
    const receiver = new Visitor(site.url);
    return [(await receiver.open(`/tracking?no=${waybillNo}`)).text, (await receiver.open(theirs)).text];
  };
  const phone = await signedInDriver(site, round, new Visitor(site.url));
  await phone.open(`/drive/stop/${waybillNo}`);
  expect((await pages())[0]).toContain("Please be there");
  await phone.press("Something is wrong", { reason: "My vehicle broke down" });
  for (const text of await pages()) {
    expect(text).toContain("We have to settle something first");
    expect(text).not.toMatch(/please be there|here today/i);
  }
  await ask("assign", waybillNo, "--driver", "Sipho Nkosi");
  const [tracking, page] = await pages();
  expect([tracking?.includes("Please be there"), page?.includes("settle")]).toEqual([true, false]);
});

test("a return that is given to the driver of the delivery for the same day has its own page, and the delivery's leads to it", async () => {
  const [round = expect.fail("no round")] = await aRound(site, ["Busi Khoza"], 1);
  const [waybillNo = ""] = round.stops;
  const phone = await signedInDriver(site, round, new Visitor(site.url));
  const stop = `/drive/stop/${waybillNo}`;
  expect((await phone.open(`${stop}/return`)).url).toMatch(/\/delivery$/);
  expect((await phone.open(stop)).text).toContain("The receiver's PIN");
  // Kept by a phone that lost its signal.
  const kept = phone.filledIn("Nobody there", { reason: "The gate is closed" });
  const pressedAt = new Date().toISOString();
  await phone.press("Something is wrong", { reason: "They don't want it" });

  await ask("assign", waybillNo, "--driver", "Busi Khoza", "--visit", "return");
  const list = await phone.open("/drive");
  expect(list.document.querySelector("h2 a")?.getAttribute("href")).toBe(`${stop}/return`);
  expect(list.text).toContain("1 to do, 0 done.");
  for (const address of [`${stop}/return`, `${stop}/delivery`, stop, `/tracking?no=${waybillNo}`]) {
    const page = await phone.open(address);
    expect([address, page.text.includes("Bring back to Thandi Nkosi"), page.text.includes("PIN")]).toEqual([
      ...[address, true, false],
    ]);
    expect(
      page.document.querySelectorAll("form button[name=mark]").map((button) => button.getAttribute("value")),
    ).toEqual(["returned", "nobody_there", "something_wrong"]);
  }
  expect((await phone.open(`${stop}/elsewhere`)).status).toBe(404);

  // What is pressed at the sender's gate is no failed delivery, and what the phone had kept still counts.
  await phone.open(`${stop}/return`);
  await phone.press("Nobody there", { reason: "The gate is closed" });
  const events = () =>
    inTheFile<{ kind: string }>(
      site,
      `SELECT kind FROM tracking_events WHERE waybill_no = '${waybillNo}' ORDER BY happened_at`,
    );
  expect(events().at(-1)?.kind).toBe("reported");
  const sent = await phone.send(`${stop}?at=${pressedAt}`, { method: "POST", body: kept.body });
  expect(sent.status).toBe(303);
  expect(events().at(-1)?.kind).toBe("failed_attempt");
  // Its sender isn't told of a second return that came to nothing.
  const senders = inTheFile<{ subject: string }>(site, "SELECT subject FROM outgoing_mails WHERE person = 'sender'");
  expect(senders.filter(({ subject }) => subject.startsWith("We came to bring"))).toHaveLength(2);
  const receivers = inTheFile<{ subject: string }>(
    site,
    "SELECT subject FROM outgoing_mails WHERE person = 'receiver'",
  );
  expect(receivers.filter(({ subject }) => subject.includes("could not deliver"))).toEqual([]);
  await phone.open(`${stop}/return`);
  await phone.press("Returned to the sender");
  expect(events().at(-1)?.kind).toBe("returned");
});
