"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { checkAddresses } from "../../../shared/check";
import { draftCookie, seal } from "../../../shared/draft-cookie";

/** Takes the step. A server action can't choose a status: what is wrong comes back with a 200. */
export async function takeAddresses(_before, form) {
  const checked = checkAddresses(form);
  if (!checked.ok) return { values: checked.values, errors: checked.errors };
  (await cookies()).set(draftCookie.name, seal(checked.answers), draftCookie.options);
  redirect("/ship/parcel");
}
