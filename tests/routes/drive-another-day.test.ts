import { expect, test } from "vitest";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { deskOfSite } from "../support/a-desk";
import { aRound, signedInDriver } from "../support/a-round";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const desk = deskOfSite(site, store);
const spoken = (waybillNo: string) => waybillNo.replace(/^TH(...)(...)(...)(.)$/, "TH $1 $2 $3 $4");
const tomorrow = () => saDay(new Date(Date.now() + DAYS));

test("what was agreed on for another day stands at the end of a driver's list, says when it was tried, and is never next", async () => {
  const [round] = await aRound(site, ["Sipho Ndlela"], 2);
  const [tried = "", other = ""] = round?.stops ?? [];
  const phone = round ? await signedInDriver(site, round, new Visitor(site.url)) : new Visitor(site.url);
  const list = async () => {
    const { document } = await phone.open("/drive");
    const notToday = document.querySelectorAll("[data-not-today]");
    return {
      next: document.querySelector("h2 a")?.getAttribute("href"),
      kept: document.querySelectorAll("a[data-keep]").map((link) => link.getAttribute("href")),
      notToday: notToday.map(({ text }) => text.replace(/\s+/g, " ")),
      links: notToday.flatMap((line) => line.querySelectorAll("a").map((link) => link.getAttribute("href"))),
      card: document.querySelector(".card")?.text,
    };
  };
  const stopOf = (waybillNo: string) => `/drive/stop/${waybillNo}/delivery`;
  await desk.ask("mark", "failed-attempt", tried);
  const before = await list();
  expect(before).toMatchObject({ next: stopOf(tried), notToday: [] });
  expect(before.card).toMatch(/Tried at \d\d:\d\d\./);

  // By the office's page, which leads to giving it to somebody.
  const clerk = await anOfficeBrowser(site, "clerk", store);
  await clerk.open(`/office/do/agree?waybill=${tried}`);
  const checked = await clerk.press("Check", { day: tomorrow(), from: "09:00", to: "12:00" });
  expect(checked.text).toContain(
    `It leaves Sipho Ndlela's stops of today. It has no driver on ${shortDate(tomorrow())} yet.`,
  );
  expect(checked.text).not.toContain("Give to a driver");
  const done = await clerk.press("Do it");
  expect(done.text).toMatch(/Told within a few seconds: .*, by email to .*; .*, by email to /);
  const give = done.document.querySelectorAll("a.button").find(({ text }) => text.trim() === "Give to a driver");
  const assign = await clerk.open(give?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
  expect(assign.url).toContain("/office/do/assign");
  expect(["waybill", "driver", "date"].map((name) => typedIn(assign, name))).toEqual([
    tried,
    "Sipho Ndlela",
    tomorrow(),
  ]);

  const after = await list();
  expect(after).toMatchObject({ next: stopOf(other), kept: [stopOf(other)], links: [] });
  expect(after.notToday).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Deliver to \\S.*: agreed for ${shortDate(tomorrow())}, 09:00 to 12:00\\. Tried at \\d\\d:\\d\\d\\. ${spoken(tried)}, 1 piece\\.$`,
      ),
    ),
  ]);
  expect((await phone.open(stopOf(tried))).url).toContain("/tracking");
  await phone.open(stopOf(other));
  await phone.press("Nobody there", { reason: "The gate is closed" });
  expect(phone.page?.document.querySelector("h1")?.text).toBe("All stops are done.");

  // Given to that driver for today all the same, it still isn't for today.
  await desk.ask("assign", tried, "--driver", "Sipho Ndlela");
  expect(await list()).toMatchObject({ next: undefined, kept: [], links: [stopOf(tried)] });
  await desk.ask("assign", tried, "--driver", "Sipho Ndlela", "--date", tomorrow());
  expect((await phone.open("/drive?day=tomorrow")).document.querySelector("h2 a")?.getAttribute("href")).toBe(
    stopOf(tried),
  );
  // Another driver gets it for today: it is theirs.
  await desk.ask("add", "driver", "Anna Mokoena", "--phone", "082 000 0009");
  await desk.ask("agree", tried, "--none");
  await desk.ask("assign", tried, "--driver", "Anna Mokoena");
  await desk.ask("agree", tried, "--day", tomorrow(), "--yes");
  expect((await list()).notToday).toEqual([]);
});

function typedIn({ document }: Page, name: string): string | undefined {
  const field = document.querySelector(`main [name=${name}]`);
  const chosen = field?.querySelector("option[selected]");
  return chosen?.getAttribute("value") ?? chosen?.text ?? field?.getAttribute("value") ?? field?.text;
}
