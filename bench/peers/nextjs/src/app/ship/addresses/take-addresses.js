"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { draftCookie } from "../../../shared/draft-cookie";
import { take } from "../../../shared/step";
import { stepRequest } from "./request";

/** Takes the step. A server action can't choose a status: what is wrong comes back with a 200. */
export async function takeAddresses(_before, form) {
  const { request } = await stepRequest(form);
  const taken = await take(request);
  if (!taken.isTaken) return { values: taken.values, errors: taken.errors };
  const kept = await cookies();
  for (const { name, value } of taken.cookies) kept.set(name, value, draftCookie.options);
  redirect(taken.href);
}
