import { vi } from "vitest";
import { SECONDS } from "#app/durations";
import { sendMarks } from "../../app/worker/drive/send-marks";
import type { Visitor } from "../support/visitor";

/** What the line does with a request; undefined: it carries it to the site. */
export type Fate = (request: { to: string; isPhoto: boolean }) => Response | Promise<Response> | undefined;

const LOOK_MS = 30 * SECONDS;
const atOnce = fetch;

/** As an open page does it: looks every 30 seconds whether there is a signal. */
export async function looks(forMs: number): Promise<void> {
  for (const end = Date.now() + forMs; Date.now() < end; vi.setSystemTime(Date.now() + LOOK_MS)) await sendMarks();
}

/**
 * Puts a phone's connection in place of `fetch`. What it carries, it carries for a driver's phone that is signed in. Returns
 * what it carried, which grows.
 */
export function aWeakLine(fate: Fate, phone?: Visitor) {
  const uploads: { to: string; at: number; lastedMs: number }[] = [];
  const sentMarks: string[] = [];
  vi.stubGlobal("fetch", async (to: string | URL, init: RequestInit = {}) => {
    if (typeof to !== "string") return atOnce(to, init);
    const isPhoto = init.body instanceof FormData;
    const began = Date.now();
    try {
      const answer = (await fate({ to, isPhoto })) ?? (await asBrowsersGetIt(await phone?.send(to, init)));
      if (!isPhoto) sentMarks.push(to.split("?")[0] ?? "");
      return answer;
    } finally {
      if (isPhoto) uploads.push({ to, at: began, lastedMs: Date.now() - began });
    }
  });
  return { uploads, sentMarks };
}

export async function breaksAfter(lastedMs: number): Promise<never> {
  vi.setSystemTime(Date.now() + lastedMs);
  throw new TypeError("Failed to fetch");
}

/** In a browser a redirect that isn't followed says nothing else of itself. */
function asBrowsersGetIt(answer: Response | undefined): Response {
  if (!answer) throw new TypeError("Failed to fetch");
  return answer.status === 303 ? taken() : answer;
}

export const taken = () => ({ type: "opaqueredirect", headers: new Headers() }) as Response;
