import { expect, onTestFinished, test } from "vitest";
import { saClock } from "#app/domain/values/sa-time";
import { aGuestAtTheParcel, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { emailTo, textsTo } from "../support/mailbox";
import { openSite } from "../support/open-site";
import { Visitor } from "../support/visitor";

/** A guest has their draft sent to a phone and then by email. */
async function siteThatTexts(SMS_QUIET_HOURS: string) {
  const site = await openSite({ SMS_QUIET_HOURS });
  onTestFinished(() => void site.stop());
  const guest = await aGuestAtTheParcel(site);
  const { text: asks } = await guest.clickLink("Continue on another phone");
  await guest.press("Send me the link", { contact: "082 555 0101" });
  await guest.press("Send me the link", { contact: "thandi@example.co.za" });
  await emailTo(site.dataDir, "thandi@example.co.za", /another phone/);
  return { site, asks };
}

/** In South African time, from an hour ago to two hours from now. */
function hoursAroundNow(): string {
  const hour = Number(saClock(new Date()).slice(11, 13));
  const time = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
  return `${time(-1)}-${time(2)}`;
}

test("a running site sends a text, as a file if there is no provider", async () => {
  const { site, asks } = await siteThatTexts("none");
  expect(asks).not.toContain("no text messages");
  await expect
    .poll(() => textsTo(site.dataDir, "+27825550101"))
    .toEqual([expect.stringContaining("/ship/continue?code=")]);
});

test("a running site stores its quiet hours for staff commands", async () => {
  const site = await openSite({ SMS_QUIET_HOURS: "19:00-08:00" });
  onTestFinished(() => void site.stop());
  expect(inTheFile(site, "SELECT value FROM site_facts WHERE name = 'quiet_hours'")).toEqual([
    { value: "19:00-08:00" },
  ]);
});

test("in quiet hours it waits, untried, while the email is sent; the page says so before", async () => {
  const hours = hoursAroundNow();
  const { site, asks } = await siteThatTexts(hours);
  const untilThen = `We send no text messages before ${hours.slice(-5)}. An email comes at once.`;
  expect(asks).toContain(untilThen);
  expect((await new Visitor(site.url).open("/lost")).text).toContain(untilThen);
  await aGuestWithAWaybill(site);
  const [email] = inTheFile<{ text: string }>(
    site,
    "SELECT text_body AS text FROM outgoing_mails WHERE text_body LIKE '%/find-me/%'",
  );
  const [, place = ""] = /(\/find-me\/\S+)/.exec(asSent(site, email?.text ?? "")) ?? [];
  const asked = await new Visitor(site.url).open(`${place}&saved=sent+by+text`);
  expect(asked.text).toContain(`by text message, after ${hours.slice(-5)}.`);
  const texts = inTheFile(site, "SELECT state, attempts FROM outgoing_mails WHERE channel = 'sms'");
  expect(texts).toEqual([{ state: "queued", attempts: 0 }]);
  expect(textsTo(site.dataDir, "+27825550101")).toEqual([]);
});
