import { expect, test } from "vitest";
import { perhapsSaved, refusals, starting, unwritable } from "../../server/refusals";
import { Phone } from "../bytes/phone";
import { longAddresses, longAddressesAbroad, longParcel } from "../bytes/talkative";
import { type Walk, walks } from "../bytes/walks";
import { aRegisteredCustomer, pathOf } from "../support/a-customer";
import { emailTo } from "../support/mailbox";
import { runningSiteForAllTests } from "../support/running-site";
import { wordsOf } from "./grade";
import { sentencesOfPage, sentencesOfText } from "./sentences";
import { CUSTOMERS_GRADE, LEGAL_GRADE, tooHard } from "./too-hard";

/** Pages that may be harder than the others. */
const harder: Record<string, number> = { "/privacy": LEGAL_GRADE, "/terms": LEGAL_GRADE };
const typed = [longAddresses, longAddressesAbroad, longParcel].flatMap(sentencesAmong);

const site = runningSiteForAllTests();

/** Pages without a byte budget. */
const unweighed: Record<string, Walk> = {
  "what phones keep": async (phone, stop) => {
    for (const address of ["/lite", "/offline"]) {
      await phone.open(address);
      await stop(address);
    }
  },
  "emailed links": async (phone, stop, site) => {
    const email = "links@example.co.za";
    await aRegisteredCustomer(site, email, phone);
    await stop("verify");
    const { link } = await emailTo(site.dataDir, email, /verify/i);
    await phone.open(pathOf(link));
    await stop("a link that is good");
    await phone.press("Continue");
    await stop("a link that was followed");
    await phone.open(pathOf(link));
    await stop("a link that was used before");
    await phone.open("/login?tab=forgot");
    await phone.press("Send reset link", { email });
    await stop("a link that was sent");
  },
};

test.each(Object.entries({ ...walks, ...unweighed }))("%s: every page is easy to read", async (_, walk) => {
  const phone = new Phone(site.url);
  let sentencesRead = 0;
  const faults: string[] = [];
  const stop = async (name: string) => {
    const { html = "", url = "" } = phone.page ?? {};
    const sentences = sentencesOfPage(html, typed);
    sentencesRead += sentences.length;
    faults.push(...tooHard(name, sentences, harder[new URL(url).pathname] ?? CUSTOMERS_GRADE));
  };
  try {
    await walk(phone, stop, site);
  } finally {
    phone.hangUp();
  }
  expect(sentencesRead).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test("every refusal is easy to read", () => {
  const words = [starting, unwritable, perhapsSaved, ...Object.values(refusals)].map(({ words }) => words);
  expect(
    tooHard(
      "refusals",
      words.flatMap((text) => sentencesOfText(text)),
      CUSTOMERS_GRADE,
    ),
  ).toEqual([]);
});

/** What customers typed that could look like a sentence of ours. */
function sentencesAmong(answers: Record<string, string>): string[] {
  return Object.values(answers).filter((answer) => wordsOf(answer).length > 2);
}
