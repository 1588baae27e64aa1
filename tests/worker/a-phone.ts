import { aPng } from "../domain/drivers/a-picture";

/** The Cache Storage of a phone, as far as our workers use it. `space`: the most bytes that one entry may take. */
export function cachesOfAPhone() {
  const all = new Map<string, Map<string, Response>>();
  const home = "https://thuma.example";
  const addressOf = (request: RequestInfo) => new URL(typeof request === "string" ? request : request.url, home).href;
  const phone = {
    space: Number.POSITIVE_INFINITY,
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo, { cacheName }: { cacheName?: string } = {}) =>
      [...all]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .flatMap(([, entries]) => entries.get(addressOf(request)) ?? [])[0]
        ?.clone(),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return {
        put: async (request: RequestInfo, answer: Response) => {
          const { byteLength } = await answer.clone().arrayBuffer();
          if (byteLength > phone.space) throw new DOMException("Quota exceeded.", "QuotaExceededError");
          entries.set(addressOf(request), answer);
        },
        match: async (request: RequestInfo) => entries.get(addressOf(request))?.clone(),
        keys: async () => [...entries.keys()].map((url) => ({ url })),
        delete: async (request: RequestInfo) => entries.delete(addressOf(request)),
        addAll: async (files: string[]) => {
          for (const file of files) entries.set(addressOf(file), await fetch(file));
        },
      };
    },
  };
  return phone;
}

const png = new Uint8Array(aPng(200, 150, true));

/** About 90 KB, as much as a photo that the phone has made small. */
export function aNoisyPng(): File {
  return new File([png], "photo.jpg", { type: "image/jpeg" });
}
