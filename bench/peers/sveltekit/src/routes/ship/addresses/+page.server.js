import { fail, redirect } from "@sveltejs/kit";
import { checkAddresses } from "../../../shared/check.js";
import { draftCookie, seal, unseal } from "../../../shared/draft-cookie.js";
import { tripOf } from "../../../shared/trip.js";

export function load({ cookies }) {
  const draft = unseal(cookies.get(draftCookie.name));
  return { draft, trip: tripOf(draft?.answers, new Date()) };
}

export const actions = {
  default: async ({ request, cookies }) => {
    const checked = checkAddresses(await request.formData());
    if (!checked.ok) return fail(400, checked);
    cookies.set(draftCookie.name, seal(checked.answers), draftCookie.options);
    redirect(303, "/ship/parcel");
  },
};
