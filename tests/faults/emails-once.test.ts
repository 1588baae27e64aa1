import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { queueEmail } from "#app/domain/post/outbox.server";
import { outgoingMails } from "#db/schema/mail";
import { joinStore } from "#db/store.server";
import { limitsAsked } from "../../demo/limits-asked";
import { aMailServer } from "../support/a-mail-server";
import type { RunningSite } from "../support/running-site";
import { severalSites } from "../support/several-sites";

const EMAILS = Number(process.env.EMAILS ?? 60);
const KILLS = Math.max(1, Math.floor(EMAILS / 125));
/** How many one process sends at a time. */
const IN_HAND = 4;

test(`${EMAILS} emails and four processes, killed at random: all are sent, at most what the killed ones had in hand twice`, async () => {
  const mail = await aMailServer({ answersAfterMs: 50 });
  const { start, place } = await severalSites({ SMTP_URL: mail.url, MAIL_FROM: "no-reply@thuma.example" });
  const running: RunningSite[] = [];
  for (let n = 0; n < 4; n += 1) running.push(await start());
  const ours = await joinStore(place);
  onTestFinished(() => ours.close());
  await ours.tx(async (tx) => {
    for (let n = 0; n < EMAILS; n += 1) {
      const to = `person${n}@domain${n % 40}.example`;
      await queueEmail(tx, limitsAsked, { key: to, to, subject: to, text: to, html: to }, new Date());
    }
  });
  for (let kills = 0; kills < KILLS; kills += 1) {
    await pause(300);
    const [killed] = running.splice(Math.floor(Math.random() * running.length), 1);
    await killed?.kill();
    running.push(await start());
  }
  const sent = () => ours.read.$count(outgoingMails, eq(outgoingMails.state, "sent"));
  // With PostgreSQL, emails of killed processes are sent once their claims have expired after two minutes.
  while ((await sent()) < EMAILS) await pause(500);
  expect(await sent()).toBe(EMAILS);
  const twice = mail.texts - EMAILS;
  const people = new Set(mail.received.map(({ to }) => to)).size;
  console.info(
    `${EMAILS} emails, 4 processes, ${KILLS} killed: ${people} people have theirs, ${twice} of them got it twice`,
  );
  expect(people).toBe(EMAILS);
  expect(twice).toBeLessThanOrEqual(KILLS * IN_HAND);
});
