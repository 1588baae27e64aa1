import path from "node:path";
import { vi } from "vitest";

export const HOME = "https://thuma.example";

/** How a browser sends it, beside what a request's own words say. */
type Sent = Omit<RequestInit, "mode" | "cache"> & {
  mode?: string;
  referrer?: string;
  cache?: string;
  preload?: Response;
};

/**
 * One of our workers, in a browser's stead: its file runs afresh, and each method is something that happens to it. An
 * event is over once all that it waits for is.
 */
export async function aWorker(file: string) {
  const listeners = new Map<string, (event: object) => void>();
  const told: unknown[] = [];
  const did: string[] = [];
  const note = (what: string) => async () => void did.push(what);
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: HOME },
    skipWaiting: note("skipWaiting"),
    clients: { claim: note("claim"), matchAll: async () => [{ postMessage: (words: unknown) => told.push(words) }] },
    registration: {
      navigationPreload: { enable: note("preload") },
      sync: { register: async (tag: string) => void did.push(`sync ${tag}`) },
    },
  });
  // Node's refuses an address without its site.
  vi.spyOn(Response, "redirect").mockImplementation(
    (to, status) => new Response(null, { status, headers: { Location: String(to) } }),
  );
  vi.resetModules();
  // By a name that `tsc` doesn't follow: workers have the types of another world.
  await import(/* @vite-ignore */ path.resolve("app/worker", file));

  async function happens(type: string, event: object): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (until: Promise<unknown>) => work.push(until),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    const answered = await answer;
    await Promise.all(work);
    return answered;
  }
  return {
    /** What open pages were told. */
    told,
    /** What the browser was asked to do. */
    did,
    install: () => happens("install", {}),
    activate: () => happens("activate", {}),
    sync: () => happens("sync", {}),
    message: (data: object) => happens("message", { data }),
    /** A request by a page of ours; undefined if the worker leaves it to the browser. */
    request(address: string, { mode = "navigate", referrer = `${HOME}/`, cache, preload, ...init }: Sent = {}) {
      const request = new Request(new URL(address, HOME), init);
      // Only browsers may make such requests.
      Object.defineProperties(request, { mode: { value: mode }, referrer: { value: referrer } });
      if (cache) Object.defineProperty(request, "cache", { value: cache });
      return happens("fetch", { request, preloadResponse: Promise.resolve(preload) });
    },
  };
}
