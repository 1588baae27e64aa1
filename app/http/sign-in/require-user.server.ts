import { type AppLoadContext, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { expectCookies } from "#app/http/cookies/cookies-refused.server";
import { privately } from "#app/http/pages/private-page.server";
import { paths } from "#app/paths";
import { formOf } from "./guard.server";
import { withinSite } from "./safe-redirect.server";
import { type SignedInCustomer, signedIn } from "./session.server";

/**
 * The signed-in user, for a loader behind a sign-in. Every loader and action checks for itself.
 * @param afterLogin where the login leads; back here if unset
 * @throws a redirect to the login; a refusal in words if the browser accepts no cookies
 */
export async function requireUser(
  request: Request,
  context: AppLoadContext,
  afterLogin?: () => string,
): Promise<SignedInCustomer> {
  const customer = await signedIn(request, context);
  if (customer) return customer;
  expectCookies(request, [paths.login]);
  const { pathname, search } = new URL(request.url);
  const isPost = request.method === "POST";
  const next = afterLogin?.() ?? (isPost ? pathname : pathname + search);
  // The login doesn't follow a longer one, and proxies refuse such a long header.
  throw redirect(
    paths.loginWith({ next: withinSite(context.settings, next, pathname) }),
    privately(isPost ? 303 : 302),
  );
}

/** For a page with a form about the account: its email, and the token of the form. */
export async function emailAndToken({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  return json({ email: account.email, formToken }, privately());
}

/**
 * The signed-in user and the form that they sent, for an action behind a sign-in.
 * @throws a redirect to the login, or the refusal of a form that another site sent
 */
export async function requireUserForm(
  request: Request,
  context: AppLoadContext,
  afterLogin?: () => string,
): Promise<SignedInCustomer & { form: FormData }> {
  const customer = await requireUser(request, context, afterLogin);
  return { ...customer, form: await formOf(request, context.settings, customer.session.id) };
}
