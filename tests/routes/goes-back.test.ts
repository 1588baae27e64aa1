import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { pathOf } from "../support/a-customer";
import { aGuestWithAWaybill } from "../support/a-guest";
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
