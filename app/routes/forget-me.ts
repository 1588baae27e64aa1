import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "#app/domain/accounts/sessions.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { forgotten } from "#app/http/sign-in/sign-out.server";
import { paths } from "#app/paths";

/** Opening the address deletes nothing; only the button does. */
export const loader = () => redirect(paths.ship, privately(302));

/** "Forget me on this phone": ends the session and deletes everything that this browser has stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const customer = await signedIn(request, context);
  if (customer) {
    const { store } = context.services;
    // The phone's data is deleted even if the database can't be written.
    await ifWritable(() => store.tx((tx) => endSession(tx, "customer", customer.account.uid, customer.session.id)));
  }
  return forgotten(request, context.settings, paths.ship);
}
