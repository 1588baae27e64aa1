import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { brand } from "#app/brand";
import { settings } from "#app/config.server";
import { provenOwner } from "#app/domain/accounts/accounts.server";
import { startSession } from "#app/domain/accounts/sessions.server";
import { curlByKey, exampleTotal } from "#app/domain/bookings/curl-by-key";
import { signLinksWith, withKey } from "#app/domain/mail/emailed-link.server";
import { personWithEmail, type Right, rights } from "#app/domain/office/people.server";
import { markCode, startOfficeSession } from "#app/domain/office/sessions.server";
import { TERMS_VERSION } from "#app/domain/quotes/terms-version";
import { newSignInCode } from "#app/domain/rounds/driver-sessions.server";
import { driverCalled } from "#app/domain/rounds/drivers.server";
import { escapeHtml } from "#app/domain/values/escape-html";
import { linkKeyOf } from "#app/domain/values/link-signature.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { keepOffice, officeCookieOf } from "#app/http/office/office-guard.server";
import { keepSession } from "#app/http/sign-in/session.server";
import { officePaths, paths } from "#app/paths";
import type { Store } from "#db/store.server";
import type { Made } from "./make";
import { accounts, drivers, office } from "./people";
import { pricesAt } from "./world";

export const TOUR = "/demo-tour";

type Link = { words: string; href: string };
export type Tour = { title: string; links: Link[] }[];

/** Where to look, in the order in which a parcel travels. */
export function tourOf({ parcels }: Made): Tour {
  const tracked = (name: string, words: string): Link => ({
    words,
    href: paths.shortTracking(parcels[name]?.waybillNo ?? ""),
  });
  const received = (name: string, words: string): Link => ({
    words,
    href: withKey(paths.findMe(parcels[name]?.quoteId ?? "")) ?? "",
  });
  const signedIn = (as: string, words: string): Link => ({ words, href: `${TOUR}/as/${as}` });
  return [
    {
      title: "Shop window",
      links: [{ words: "Home: get a price, book, pay with a simulated card", href: paths.home }],
    },
    {
      title: "Tracking",
      links: [
        tracked("onTheWay", "On its way"),
        tracked("outForDelivery", "Out for delivery"),
        tracked("missed", "Nobody was there"),
        tracked("late", "Late"),
        tracked("delivered", "Delivered"),
      ],
    },
    {
      title: "A receiver's page",
      links: [
        received("collected", "Another day, a neighbour or the depot"),
        received("outForDelivery", "Out for delivery: the PIN again"),
      ],
    },
    { title: "An account", links: [signedIn("nomsa", `${accounts.nomsa.name}'s parcels`)] },
    {
      title: "A driver's phone",
      links: [signedIn("sipho", `${drivers.sipho}'s day`), signedIn("anna", `${drivers.anna}'s day`)],
    },
    { title: "The office", links: rights.map((right) => signedIn(right, `${office[right].name}, ${right}`)) },
    { title: "A shop", links: [signedIn("zodwa", `${accounts.zodwa.name}: parcels, list, keys`)] },
  ];
}

/** A command that books a parcel with the shop's key, at today's price. */
export async function bookByCurl(store: Store, home: string, key: string): Promise<string> {
  const total = await exampleTotal(pricesAt({ store }, new Date()));
  const call = curlByKey(home, total, TERMS_VERSION).find(({ title }) => title === "Book a parcel");
  return (call?.curl ?? "").replace("$THUMA_KEY", key);
}

/**
 * Stands before the site of a demo. It signs people in without a password or an app, which nothing in the site itself
 * can do, and has the page with all links. Both only for this machine.
 * @param home the demo's address
 */
export function doorOf(store: Store, made: Made, home: string) {
  signLinksWith(linkKeyOf(settings().sessionSecrets[0] ?? ""));
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? "/", home);
    renameCookies(request, response);
    if (pathname.startsWith(officePaths.home)) await keepCodeFresh(request);
    if (pathname !== TOUR && !pathname.startsWith(`${TOUR}/`)) return false;
    if (!isFromHere(request) || request.method !== "GET") return false;
    if (pathname === TOUR) {
      const body = page(tourOf(made), await bookByCurl(store, home, made.key), made);
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(body);
      return true;
    }
    const entry = await enter(pathname.slice(`${TOUR}/as/`.length));
    if (!entry) return false;
    response.writeHead(302, { Location: entry.to, "Cache-Control": "no-store", ...entry.headers }).end();
    return true;
  };

  /** Signs somebody in; null if there is no such person. */
  async function enter(as: string): Promise<{ to: string; headers?: Record<string, string> } | null> {
    const now = new Date();
    const right = rights.find((each) => each === as);
    if (right) return { to: officePaths.home, headers: { "Set-Cookie": await intoOffice(right, now) } };
    if (as === "nomsa" || as === "zodwa") {
      const account = await provenOwner(store.read, accounts[as].email);
      if (!account) return null;
      const session = { uid: account.uid, guestId: null, browser: "The demo" };
      const token = await store.tx((tx) => startSession(tx, session, now));
      return { to: paths.dashboard, headers: { "Set-Cookie": keepSession(token) } };
    }
    const driver = as === "sipho" || as === "anna" ? await driverCalled(store.read, drivers[as]) : null;
    if (!driver) return null;
    return { to: paths.driverSignIn(await store.tx((tx) => newSignInCode(tx, driver, now))) };
  }

  async function intoOffice(right: Right, now: Date): Promise<string> {
    const person = await personWithEmail(store.read, office[right].email);
    if (!person) throw new Error(`there is no ${right}`);
    const token = await store.tx((tx) => startOfficeSession(tx, { personId: person.id, browser: "The demo" }, now));
    return keepOffice(token, person.id);
  }

  /** Nobody has an app, so a code counts as just typed. */
  async function keepCodeFresh({ headers }: IncomingMessage): Promise<void> {
    const cookie = officeCookieOf({ headers: { get: () => headers.cookie ?? null } });
    if (cookie) await store.tx((tx) => markCode(tx, sessionIdOf(cookie.token), new Date()));
  }
}

/** Cookies know no ports: with the same names the demo would sign out whoever uses `npm start` beside it. */
const OURS = "demo-";

function renameCookies(request: IncomingMessage, response: ServerResponse): void {
  const sent = (request.headers.cookie ?? "").split(/; */).filter((cookie) => cookie.startsWith(OURS));
  if (sent.length > 0) request.headers.cookie = sent.map((cookie) => cookie.slice(OURS.length)).join("; ");
  else delete request.headers.cookie;
  const write = response.writeHead.bind(response);
  const isName = (name: unknown) => String(name).toLowerCase() === "set-cookie";
  response.writeHead = ((status: number, headers?: Record<string, unknown> | unknown[]) => {
    const renamed = Array.isArray(headers)
      ? headers.map((value, at) => (at % 2 === 1 && isName(headers[at - 1]) ? OURS + value : value))
      : Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, value]) => [name, isName(name) ? OURS + value : value]),
        );
    return write(status, renamed as never);
  }) as typeof response.writeHead;
}

/** Whether a request comes from this machine, and through no proxy, to one of its own names. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isPlain = ["x-forwarded-for", "x-forwarded-host", "forwarded", "via"].every(
    (name) => headers[name] === undefined,
  );
  const isNamed = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? "");
  return (peer === "::1" || /^127\./.test(peer)) && isPlain && isNamed;
}

/** The site's style sheet, whose name is a hash. */
function stylesheet(): string {
  const folder = path.resolve("build/public/build/_assets");
  return `/build/_assets/${readdirSync(folder).find((file) => /^index-\w+\.css$/.test(file))}`;
}

function page(tour: Tour, curl: string, { madeAt }: Made): string {
  const sections = tour.map(
    ({ title, links }) => `<section><h2>${escapeHtml(title)}</h2>
<ul>${links.map(({ words, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(words)}</a></li>`).join("\n")}</ul></section>`,
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
<p>Two weeks of a small courier, made ${madeAt.slice(0, 10)}. Everything works, no money moves, and messages become files. Only this machine sees this page.</p>
${sections.join("\n")}
<section><h2>Book with the shop's key</h2>
<p>In a terminal:</p>
<pre>${escapeHtml(curl)}</pre></section>
</main>
</body>
</html>
`;
}
