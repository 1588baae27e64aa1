/**
 * Which forms the site has not accepted, by fingerprint, so that nothing that was typed is stored. It is stored because
 * browsers stop a worker after half a minute.
 */
const FORMS = "forms";
const MOST = 20;

/** `unsent`: no answer came. `refused`: the answer shows its errors. */
export type SendState = "unsent" | "refused";

/** Null for a form with a password, of which not even a fingerprint is stored. */
export async function fingerprintOf(address: string, fields: [name: string, value: string][]): Promise<string | null> {
  if (fields.some(([name]) => isSecret(name))) return null;
  const text = new TextEncoder().encode(JSON.stringify([address, fields]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function stateOf(form: string): Promise<SendState | undefined> {
  const kept = await caches.match(addressOf(form), { cacheName: FORMS });
  return (await kept?.text())?.split(" ")[0] as SendState | undefined;
}

/** @param path where the form was going: once another is taken there, a refused one is of no interest any more */
export async function remember(form: string, path: string, state: SendState): Promise<void> {
  const forms = await caches.open(FORMS);
  await forms.put(addressOf(form), new Response(`${state} ${path}`));
  const [oldest, ...younger] = await forms.keys();
  if (oldest && younger.length >= MOST) await forms.delete(oldest);
}

/** Forgets a form that was accepted, and any earlier version of it. */
export async function forgetTaken(form: string | null, path: string): Promise<void> {
  if (!(await caches.has(FORMS))) return;
  const forms = await caches.open(FORMS);
  if (form) await forms.delete(addressOf(form));
  for (const request of await forms.keys())
    if ((await (await forms.match(request))?.text()) === `refused ${path}`) await forms.delete(request);
}

export async function forgetAllForms(): Promise<void> {
  await caches.delete(FORMS);
}

export function isSecret(name: string): boolean {
  return /password/i.test(name);
}

const addressOf = (form: string) => `/forms/${form}`;
