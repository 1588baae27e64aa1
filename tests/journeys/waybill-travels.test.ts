import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailTo } from "../support/mailbox";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

test("a waybill is started on one phone, booked on another, and opened, tracked and reported by the receiver", async () => {
  const first = (await browser.phone()).page;
  await first.goto(`${site.url}/ship/addresses`);
  await fillIn(first, addresses);
  await press(first, "Next");
  await first.getByRole("link", { name: "Continue on another phone" }).click();
  await fillIn(first, { contact: addresses.fromEmail });
  await press(first, "Send me the link");
  await expect.poll(() => first.locator("main").textContent()).toContain("The link is on its way");

  const sender = (await browser.phone()).page;
  await sender.goto((await emailTo(site.dataDir, addresses.fromEmail, /another phone/)).link);
  await press(sender, "Continue here");
  await sender.getByText("Flyer bag").click();
  await fillIn(sender, { quantity: "3" });
  await press(sender, "Calculate Quote");
  await sender.getByLabel(/I confirm the details above are correct/).check();
  await press(sender, "Book This Collection");
  await press(sender, "Pay now");
  await press(sender, "Complete payment");
  await expect.poll(() => sender.locator("main").textContent()).toContain("Waybill created");
  const share = await sender.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href");
  const [link = ""] = /http\S+$/.exec(new URL(share ?? "").searchParams.get("text") ?? "") ?? [];

  // The link in WhatsApp, opened on the receiver's phone, which doesn't know the booking.
  const { page: receiver, context } = await browser.phone();
  await receiver.goto(link);
  expect(await receiver.locator("article").count()).toBe(3);
  expect(await receiver.locator("article").last().textContent()).toContain("3 of 3");
  const pdf = await context.request.get(
    new URL((await receiver.getByRole("link", { name: "Waybill as PDF" }).getAttribute("href")) ?? "", site.url).href,
  );
  expect([pdf.headers()["content-type"], (await pdf.body()).length < 60_000]).toEqual(["application/pdf", true]);

  await receiver.getByRole("link", { name: "Track this parcel" }).click();
  await expect.poll(() => receiver.locator("main ol").first().locator("li").count()).toBe(5);
  await receiver.getByRole("link", { name: "Something is wrong" }).click();
  await receiver.getByText("It is damaged").click();
  await press(receiver, "Send");
  expect(await receiver.locator("main").textContent()).toMatch(/Your case number is C \d{4} \d{4}/);

  await receiver.goto(`${site.url}/track`);
  await receiver.getByRole("link", { name: "I lost my waybill number" }).click();
  await fillIn(receiver, { contact: addresses.toEmail });
  await press(receiver, "Send the links again");
  expect(await receiver.locator("main").textContent()).toContain("we have sent its number and links");
  expect((await emailTo(site.dataDir, addresses.toEmail, /Your waybill number/)).text).toContain("Soweto");
});
