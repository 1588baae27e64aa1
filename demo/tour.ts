import { readdirSync } from "node:fs";
import path from "node:path";
import { and, desc, eq } from "drizzle-orm";
import { brand, KEY_VARIABLE } from "#app/brand";
import { settings } from "#app/config.server";
import { callsAsCommands, pastedBooking } from "#app/domain/bookings/calls-as-commands";
import { rights } from "#app/domain/office/people.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { escapeHtml } from "#app/domain/values/escape-html";
import { saDate, saDateTime } from "#app/domain/values/sa-time";
import { keyTo } from "#app/http/sign-in/allowed-by-link.server";
import { paths } from "#app/paths";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import type { Made } from "./make";
import { accounts, drivers, office, PASSWORD } from "./people";
import { pricesAt } from "./world";

export const TOUR = "/demo-tour";
const CALLS_SHOWN = 8;
const NO_LINK_ENDED = { senderLinks: 0, receiverLinks: 0 };

type Link = { words: string; href: string };
type Shown = Made["parcels"][string];
/** `note`: what a visitor is asked for behind the links. */
export type Tour = { title: string; links: Link[]; note?: string }[];

/** Where to look, in the order in which a parcel travels. */
export function tourOf({ parcels }: Made): Tour {
  // One that was made by an earlier release may lack some.
  const of = (name: string, words: string, address: (parcel: Shown) => string | null): Link[] => {
    const href = parcels[name] && address(parcels[name]);
    return href ? [{ words, href }] : [];
  };
  const tracked = (name: string, words: string) => of(name, words, ({ waybillNo }) => paths.shortTracking(waybillNo));
  const received = (name: string, words: string) =>
    of(name, words, ({ quoteId }) => {
      const path = paths.findMe(quoteId);
      return paths.findMe(quoteId, { key: keyTo(settings(), path, NO_LINK_ENDED, "receiver") });
    });
  const signedIn = (as: string, words: string): Link => ({ words, href: `${TOUR}/as/${as}` });
  const signsIn = ({ email }: { email: string }) => `Signs in as ${email} with the password ${PASSWORD}`;
  return [
    {
      title: "Shop window",
      links: [{ words: "Home: get a price, book, pay with a simulated card", href: paths.home }],
    },
    {
      title: "Tracking",
      links: [
        ...tracked("onTheWay", "On its way"),
        ...tracked("outForDelivery", "Out for delivery"),
        ...tracked("missed", "Nobody was there"),
        ...tracked("late", "Late"),
        ...tracked("delivered", "Delivered"),
      ],
    },
    {
      title: "A receiver's page",
      links: [
        ...received("collected", "Another day, a neighbour or the depot"),
        ...received("outForDelivery", "Out for delivery: the PIN again"),
      ],
    },
    {
      title: "An account",
      links: [signedIn("nomsa", `${accounts.nomsa.name}'s parcels`)],
      note: signsIn(accounts.nomsa),
    },
    {
      title: "A driver's phone",
      links: [signedIn("sipho", `${drivers.sipho}'s day`), signedIn("anna", `${drivers.anna}'s day`)],
    },
    { title: "The office", links: rights.map((right) => signedIn(right, `${office[right].name}, ${right}`)) },
    {
      title: "A shop",
      links: [signedIn("zodwa", `${accounts.zodwa.name}: parcels, list, keys`)],
      note: signsIn(accounts.zodwa),
    },
  ];
}

/** A command that books a parcel with the shop's key, at today's price. */
export async function bookByCurl(store: Store, home: string, key: string): Promise<string> {
  const booked = await pastedBooking(pricesAt({ store }, new Date()), TERMS_VERSION);
  const call = callsAsCommands(home, true, booked).bookings.find(({ title }) => title === "Book a parcel");
  return (call?.curl ?? "").replace(`$${KEY_VARIABLE}`, key);
}

/** The site's style sheet, whose name is a hash. */
function stylesheet(): string {
  const folder = path.resolve("build/public/build/_assets");
  return `/build/_assets/${readdirSync(folder).find((file) => /^index-\w+\.css$/.test(file))}`;
}

/** The page with all links, what the shop's program was told last, and how to book with its key. */
export async function tourPage(store: Store, made: Made, home: string): Promise<string> {
  const curl = await bookByCurl(store, home, made.key);
  const calls = await lastCalls(store);
  const sections = tourOf(made).map(
    ({ title, links, note }) => `<section><h2>${escapeHtml(title)}</h2>
<ul class="picks">${links.map(({ words, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(words)}</a></li>`).join("\n")}</ul>${note ? `\n<p>${escapeHtml(note)}</p>` : ""}</section>`,
  );
  return `<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Demo · ${escapeHtml(brand.name)}</title>
<link rel="stylesheet" href="${stylesheet()}">
</head>
<body>
<header class="top"><div class="bar"><a class="logo" href="${paths.home}">${escapeHtml(brand.name)}</a></div></header>
<main id="main">
<h1>A tour of the demo</h1>
<p>Two weeks of a small courier, made on ${saDate(new Date(made.madeAt))}. Everything works, no money moves, and messages become files. Only this machine sees this page.</p>
${sections.join("\n")}
<section><h2>Book with the shop's key</h2>
<p>In a terminal:</p>
<pre class="code">${escapeHtml(curl)}</pre></section>
<section><h2>What the shop's webhook was told last</h2>
<ul>${calls.map((call) => `<li>${escapeHtml(call)}</li>`).join("\n")}</ul></section>
</main>
</body>
</html>
`;
}

/** The newest calls of webhooks that were taken, in words. */
async function lastCalls({ read }: Store): Promise<string[]> {
  const { channel, state, textBody, sentAt } = outgoingMails;
  const isTaken = and(eq(channel, "webhook"), eq(state, "sent"));
  const rows = await read
    .select({ textBody })
    .from(outgoingMails)
    .where(isTaken)
    .orderBy(desc(sentAt))
    .limit(CALLS_SHOWN);
  return rows.map((row) => {
    const { type, timestamp, data } = JSON.parse(row.textBody);
    return `${type}, ${spokenWaybillNumber(data.waybillNo ?? data.reference ?? "")}, ${saDateTime(new Date(timestamp))}`;
  });
}
