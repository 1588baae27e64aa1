import { fail, redirect } from "@sveltejs/kit";
import { draftCookie } from "../../../shared/draft-cookie.js";
import { show, take } from "../../../shared/step.js";

export function load({ request, cookies }) {
  return show(request, (name) => cookies.get(name));
}

export const actions = {
  default: async ({ request, cookies }) => {
    const taken = await take(request);
    if (!taken.isTaken) return fail(400, taken);
    for (const { name, value } of taken.cookies) cookies.set(name, value, draftCookie.options);
    redirect(303, taken.href);
  },
};
