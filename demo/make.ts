import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { settings } from "#app/config.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { gatewayOf } from "#app/domain/money/gateway.server";
import { fileTexts } from "#app/domain/post/file-texts.server";
import { isQuiet, quietHoursInWords } from "#app/domain/post/quiet-hours";
import { fileTransport } from "#app/domain/post/transport.server";
import { saClock, saDay } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { paths } from "#app/paths";
import { readCall } from "#app/staff/read-call";
import { storeSiteFacts } from "#db/site-facts.server";
import { openStaffViews } from "#db/staff-views.server";
import { openStore, type Store } from "#db/store.server";
import { happenInOrder } from "./a-parcel";
import { calendar } from "./calendar";
import { fortnight } from "./fortnight";
import { months } from "./months";
import { applies, office, settle } from "./people";
import { sendDueEmails } from "./send-due-emails";
import { shopsParcels } from "./shop";
import type { World } from "./world";

/** What the tour leads to, beside what never changes. */
export type Made = {
  madeAt: string;
  /** The shop's. Its database knows only a hash. */
  key: string;
  /** Each parcel of the fortnight by what it is there to show. */
  parcels: Record<string, { quoteId: string; waybillNo: string }>;
};

const POST_EVERY_MS = 30 * MINUTES;
const TENTHS = 10;

/**
 * Makes the demo: some months of a small courier, as they would have happened, by the site's own verbs.
 * @param report gets a line now and then
 */
export async function make(now: Date, report: (words: string) => void): Promise<Made> {
  const { databaseFile, dataDir, appUrl, texts, language, officeTakes } = settings();
  const store = await openStore(databaseFile);
  const views = openStaffViews(databaseFile);
  try {
    const days = calendar(now);
    const began = days.longAgo(170, "08:00");
    const quietHours = quietHoursInWords(texts.quietHours);
    const facts = { appUrl, paymentMode: "simulator", quietHours, language, officeTakes };
    await storeSiteFacts(store, facts, began);
    const world = worldIn(store);
    const { nomsa, shop, key } = await settle(world, began);
    const shown = { ...fortnight(days, nomsa), ...shopsParcels(days, shop) };
    const histories = [...months(days), ...Object.values(shown)];
    const post = postman(store, days.workday(10, "00:00"));
    const all = histories.reduce((sum, history) => sum + history.steps(now).length, 0);
    let done = 0;
    await happenInOrder(world, histories, now, async (moment) => {
      await post(moment);
      done += 1;
      if (done % Math.ceil(all / TENTHS) === 0) report(`${Math.round((100 * done) / all)} %, ${saDay(moment)}`);
    });
    await applications(world, days);
    await post(now);
    const parcels = Object.entries(shown).map(([name, history]) => {
      const { quote, waybillNo } = history.told();
      return [name, { quoteId: quote.id, waybillNo }];
    });
    return { madeAt: now.toISOString(), key, parcels: Object.fromEntries(parcels) };
  } finally {
    views.close();
    await store.close();
  }

  function worldIn(store: Store): World {
    const gateway = gatewayOf({ mode: "simulator" }, paths.payfastSimulator);
    if (!gateway) throw new Error("the simulator needs no credentials");
    const type = async (words: string[], now: Date) => {
      const { command, call } = readCall(words);
      const desk = {
        store,
        views,
        site: { appUrl, mode: "simulator" as const },
        merchantApi: null,
        folder: dataDir,
        isDryRun: false,
      };
      const answer = await command?.run(call, { ...desk, now, personName: office.clerk.name });
      if (!answer || answer.kind === "refused") throw new Error(`${words.join(" ")}: ${answer?.why.join(" ")}`);
    };
    return { store, appUrl, gateway, type };
  }

  /** Sends what is due every half hour, and tells of late parcels once a day from a day on. */
  function postman(store: Store, from: Date): (moment: Date) => Promise<void> {
    const folder = path.join(dataDir, "outbox");
    const channels = [
      fileTransport(folder, settings().mailFrom),
      { ...fileTexts(folder), isOpen: (at: Date) => !isQuiet(texts.quietHours, at) },
    ];
    let [last, lookedOn] = [0, saDay(from)];
    return async (moment) => {
      if (saDay(moment) > lookedOn && saClock(moment).slice(-5) >= "10:00") {
        lookedOn = saDay(moment);
        await noticeLateParcels(store, moment);
      }
      if (moment.getTime() - last < POST_EVERY_MS) return;
      last = moment.getTime();
      for (const channel of channels) await sendDueEmails(store, channel, moment);
    };
  }
}

async function applications(world: World, { workday, hoursAgo }: ReturnType<typeof calendar>): Promise<void> {
  const apply = (name: [string, string], id_number: string, cell: string, at: Date) =>
    applies(
      world,
      {
        from_name: name[0],
        from_surname: name[1],
        from_email: `${name[0].toLowerCase()}@example.co.za`,
        cell,
        id_number,
      },
      at,
    );
  const read = await apply(["Kabelo", "Moloi"], "8001015009087", "082 555 0201", workday(4, "18:00"));
  await world.type?.(["read", "application", read], workday(3, "09:00"));
  await apply(["Refilwe", "Tau"], "9001014800089", "082 555 0202", hoursAgo(6));
}

const fileOf = (dataDir: string) => path.join(dataDir, "demo.json");

/** What was made in a folder; null unless it holds a whole demo. */
export function madeIn(dataDir: string): Made | null {
  try {
    const made = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return "key" in made ? made : null;
  } catch {
    return null;
  }
}

/** Whether a folder is a demo's, whole or not. */
export const isDemo = (dataDir: string) => existsSync(fileOf(dataDir));

/** Says that a folder is a demo's. What was made is written last: a demo whose making was interrupted is made again. */
export function keepMade(dataDir: string, made: Made | Record<string, never>): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileOf(dataDir), JSON.stringify(made, null, 2), { mode: 0o600 });
}
