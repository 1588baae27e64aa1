import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import {
  findSession,
  type Holders,
  isDueToBeSeen,
  liveSession,
  markSeen,
  type SignIn,
} from "#app/domain/accounts/sessions.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { formTokenOf, refuseForeignForm } from "#app/http/forms/same-site.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { ifWritable } from "#app/http/forms/unwritable.server";

type Cookies = { headers: Pick<Headers, "get"> };

/** Where people of one kind come in: whose sessions open its pages, and the token in their cookie. */
export type Door<Holder> = { holders: Holders<Holder>; tokenIn(request: Cookies, settings: Config): string | null };

/** Who is signed in, and the token of their forms. */
export type Here<Holder> = SignIn<Holder> & { formToken: string };

/** Who is signed in at this door on this browser; null for anybody else, whatever other session they have. */
export async function whoIsAt<Holder>(
  door: Door<Holder>,
  request: Cookies,
  context: AppLoadContext,
): Promise<Here<Holder> | null> {
  const token = door.tokenIn(request, context.settings);
  if (!token) return null;
  const { store } = context.services;
  const now = new Date();
  return seen(context, await findSession(store.read, door.holders, token, now), now);
}

/** Whether a session still lasts, asked while a long file is sent in it. Taking the file is using the session. */
export async function isStillHere<Holder>(
  context: AppLoadContext,
  { holders }: Door<Holder>,
  id: string,
  now: Date,
): Promise<boolean> {
  const { store } = context.services;
  return (await seen(context, await liveSession(store.read, holders, id, now), now)) !== null;
}

/** Notes that a session is used. Skipped while the database is busy, so that a page that only reads never waits. */
async function seen<Holder>(
  context: AppLoadContext,
  found: SignIn<Holder> | null,
  now: Date,
): Promise<Here<Holder> | null> {
  if (!found) return null;
  const { store } = context.services;
  const { session } = found;
  if (isDueToBeSeen(session, now))
    await ifWritable(() => store.tx((tx) => markSeen(tx, session.id, now), { waitMs: 0 }));
  return { ...found, formToken: formTokenOf(context.settings, session.id) };
}

/** The form that somebody sent who is signed in. Throws the refusal of a form that another site sent. */
export async function formOf(request: Request, settings: Config, sessionId: string): Promise<FormData> {
  const form = await typedForm(request);
  refuseForeignForm(request, settings, form, sessionId);
  return form;
}

/** The id of the session in a door's cookie, whether it still exists or not; null without one. */
export function sessionNamedAt(
  door: Pick<Door<unknown>, "tokenIn">,
  request: Cookies,
  settings: Config,
): string | null {
  const token = door.tokenIn(request, settings);
  return token && sessionIdOf(token);
}
