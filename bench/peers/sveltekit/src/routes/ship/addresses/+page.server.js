import { fail, redirect } from "@sveltejs/kit";
import { checkAddresses } from "../../../shared/check.js";
import { draftCookie, seal, unseal } from "../../../shared/draft-cookie.js";

export function load({ cookies }) {
  return { answers: unseal(cookies.get(draftCookie.name)) ?? {} };
}

export const actions = {
  default: async ({ request, cookies }) => {
    const checked = checkAddresses(await request.formData());
    if (!checked.ok) return fail(400, checked);
    cookies.set(draftCookie.name, seal(checked.answers), draftCookie.options);
    redirect(303, "/ship/parcel");
  },
};
