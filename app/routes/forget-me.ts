import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { company } from "#app/company.server";
import { endSession } from "#app/domain/accounts/sessions.server";
import { privately } from "#app/http/private-page.server";
import { refuseOtherSites } from "#app/http/same-site.server";
import { signedIn } from "#app/http/session.server";
import { forgotten } from "#app/http/sign-out.server";
import { ifWritable } from "#app/http/unwritable.server";
import { paths } from "#app/paths";

/** Whoever opens the address loses nothing; only the button forgets. */
export const loader = () => redirect(paths.ship, privately(302));

/** "Forget me on this phone": ends the session, and takes away whatever this browser keeps of anybody. */
export async function action({ request }: ActionFunctionArgs) {
  refuseOtherSites(request);
  const who = await signedIn(request);
  if (who) {
    const { store } = await company();
    // The phone forgets also while nothing can be written.
    await ifWritable(() => store.tx((tx) => endSession(tx, who.account.uid, who.session.id)));
  }
  return forgotten(paths.ship);
}
