import type { IncomingMessage, ServerResponse } from "node:http";
import { settings } from "#app/config.server";
import { provenOwner } from "#app/domain/accounts/accounts.server";
import { markCode, startSession } from "#app/domain/accounts/sessions.server";
import { newSignInCode } from "#app/domain/drivers/driver-sessions.server";
import { driverCalled } from "#app/domain/drivers/drivers.server";
import { personWithEmail, type Right, rights } from "#app/domain/office/people.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { isFromThisMachine } from "#app/http/office/first-manager.server";
import { keepOffice, officeCookieOf } from "#app/http/office/office-guard.server";
import { keepSession } from "#app/http/sign-in/session.server";
import { officePaths, paths } from "#app/paths";
import type { Store } from "#db/store.server";
import { clientAddress, isPassedOn } from "../server/client-address";
import { securityHeaders } from "../server/security-headers";
import type { Made } from "./make";
import { accounts, drivers, office, WEBHOOK } from "./people";
import { TOUR, tourPage } from "./tour";

/**
 * Stands before the site of a demo. It signs people in without a password or an app, which nothing in the site itself
 * can do, and has the page with all links. Both only for this machine.
 * @param home the demo's address
 */
export function doorOf(store: Store, made: Made, home: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? "/", home);
    renameCookies(request, response);
    if (pathname.startsWith(officePaths.home)) await keepCodeFresh(request);
    if (pathname !== TOUR && !pathname.startsWith(`${TOUR}/`)) return false;
    if (!isFromHere(request)) return false;
    if (pathname === WEBHOOK && request.method === "POST") return answer(response, 204, {});
    if (request.method !== "GET") return false;
    if (pathname === TOUR) {
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return answer(response, 200, headers, await tourPage(store, made, home));
    }
    const entry = await enter(pathname.slice(`${TOUR}/as/`.length));
    return entry !== null && answer(response, 302, { Location: entry.to, ...entry.headers });
  };

  /** Signs somebody in; null if there is no such person. */
  async function enter(as: string): Promise<{ to: string; headers?: Record<string, string> } | null> {
    const now = new Date();
    const right = rights.find((each) => each === as);
    if (right) return { to: officePaths.home, headers: { "Set-Cookie": await intoOffice(right, now) } };
    if (as === "nomsa" || as === "zodwa") {
      const account = await provenOwner(store.read, accounts[as].email);
      if (!account) return null;
      const session = { who: account.uid, guestId: null, browser: "The demo" };
      const token = await store.tx((tx) => startSession(tx, "customer", session, now));
      return { to: paths.dashboard, headers: { "Set-Cookie": keepSession(settings(), token) } };
    }
    const driver = as === "sipho" || as === "anna" ? await driverCalled(store.read, drivers[as]) : null;
    if (!driver) return null;
    return { to: paths.driverSignIn(await store.tx((tx) => newSignInCode(tx, driver, now))) };
  }

  async function intoOffice(right: Right, now: Date): Promise<string> {
    const person = await personWithEmail(store.read, office[right].email);
    if (!person) throw new Error(`there is no ${right}`);
    const token = await store.tx((tx) => startSession(tx, "office", { who: person.id, browser: "The demo" }, now));
    return keepOffice(settings(), token, person.id);
  }

  /** Nobody has an app, so a code counts as just typed. */
  async function keepCodeFresh({ headers }: IncomingMessage): Promise<void> {
    const cookie = officeCookieOf({ headers: { get: () => headers.cookie ?? null } }, settings());
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

/** Whether a request comes from this machine, through nobody else, by a name of its own. */
function isFromHere(request: IncomingMessage): boolean {
  const url = `http://${request.headers.host ?? ""}`;
  const context = { clientAddress: clientAddress(request, 0), isPassedOn: isPassedOn(request) };
  return URL.canParse(url) && isFromThisMachine({ url }, context);
}

function answer(response: ServerResponse, status: number, headers: Record<string, string>, body = ""): true {
  response.writeHead(status, { ...securityHeaders(), "Cache-Control": "no-store", ...headers }).end(body);
  return true;
}
