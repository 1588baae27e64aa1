/**
 * The site as a simulated process runs it: its actions and loaders by address, and the functions of staff commands.
 * Bundled separately (`bundle.mjs`), so that it gets a simulated clock, random numbers and outside world.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { settings } from "#app/config.server";
import * as join from "#app/routes/_site.join/route";
import * as deleteAccount from "#app/routes/account.delete";
import * as accountEmail from "#app/routes/account.email";
import * as password from "#app/routes/account.password";
import * as shop from "#app/routes/account.shop/route";
import * as action from "#app/routes/action/route";
import * as cancel from "#app/routes/cancel.$quoteId";
import * as reportCase from "#app/routes/case.$waybillNo";
import * as changeBooking from "#app/routes/change.$quoteId";
import * as dashboard from "#app/routes/dashboard/route";
import * as importParcels from "#app/routes/dashboard_.import/route";
import * as drive from "#app/routes/drive._index/route";
import * as driveSignIn from "#app/routes/drive.sign-in";
import * as driveStop from "#app/routes/drive.stop.$waybillNo.($visit)/route";
import * as findMe from "#app/routes/find-me.$quoteId/route";
import * as invoice from "#app/routes/invoice.$invoiceNo/route";
import * as login from "#app/routes/login/route";
import * as logout from "#app/routes/logout";
import * as officeDo from "#app/routes/office.do.$command";
import * as officeSignIn from "#app/routes/office.sign-in";
import * as notify from "#app/routes/payfast.notify";
import * as paymentOrder from "#app/routes/payfast.order.$orderId/route";
import * as paymentReturn from "#app/routes/payfast.return/route";
import * as paymentStart from "#app/routes/payfast.start.$quoteId/route";
import * as stopMessages from "#app/routes/stop-messages.$quoteId.$person";
import * as apiBookings from "#app/routes/v1.bookings";
import * as apiBooking from "#app/routes/v1.bookings.$id";
import * as apiCancel from "#app/routes/v1.bookings.$id.cancel";
import * as apiPrice from "#app/routes/v1.quote.local";
import * as apiWebhooks from "#app/routes/v1.webhooks";
import * as verify from "#app/routes/verify";
import * as addresses from "#app/routes/wizard.addresses/route";
import * as change from "#app/routes/wizard.change";
import * as parcel from "#app/routes/wizard.parcel/route";
import * as review from "#app/routes/wizard.review/route";
import * as startAgain from "#app/routes/wizard.start-again";
import { services } from "#app/services.server";

export { agreeVisit } from "#app/domain/bookings/agree-visit.server";
export { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
export { notePayment } from "#app/domain/bookings/payments/note-payment.server";
export { noteRefund, noteRefundTogether } from "#app/domain/bookings/payments/note-refund.server";
export { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
export { priceManually } from "#app/domain/bookings/price-manually.server";
export { newSignInCode } from "#app/domain/drivers/driver-sessions.server";
export { addDriver } from "#app/domain/drivers/drivers.server";
export { assignStop } from "#app/domain/drivers/stops.server";
export { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
export { setFactors } from "#app/domain/office/factors.server";
export { quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
export { tidy } from "#app/domain/people/tidy.server";
export { changeRate } from "#app/domain/prices/rate-changes.server";
export { saDay } from "#app/domain/values/sa-time";
export { keySealOf } from "#app/http/office/seal.server";
export { LostCommitError } from "#db/postgres/refusal";
export { services, settings };

type Route = {
  action?: (args: ActionFunctionArgs) => unknown;
  loader?: (args: LoaderFunctionArgs) => unknown;
};

const routes: Record<string, Route> = {
  "/join": { action: join.action, loader: join.loader },
  "/account/email": { action: accountEmail.action, loader: accountEmail.loader },
  "/account/shop": { action: shop.action, loader: shop.loader },
  "/account/delete": { action: deleteAccount.action, loader: deleteAccount.loader },
  "/account/password": { action: password.action, loader: password.loader },
  "/action": { action: action.action, loader: action.loader },
  "/dashboard": { action: dashboard.action, loader: dashboard.loader },
  "/dashboard/import": { action: importParcels.action, loader: importParcels.loader },
  "/drive": { loader: drive.loader },
  "/drive/sign-in": { action: driveSignIn.action, loader: driveSignIn.loader },
  "/login": { action: login.action, loader: login.loader },
  "/logout": { action: logout.action, loader: logout.loader },
  "/office/sign-in": { action: officeSignIn.action, loader: officeSignIn.loader },
  "/payfast/notify": { action: notify.action },
  "/payfast/return": { loader: paymentReturn.loader },
  "/ship/addresses": { action: addresses.action, loader: addresses.loader },
  "/ship/change": { action: change.action },
  "/ship/parcel": { action: parcel.action, loader: parcel.loader },
  "/ship/review": { action: review.action, loader: review.loader },
  "/ship/start-again": { action: startAgain.action },
  "/ship-local/addresses": { action: addresses.action, loader: addresses.loader },
  "/ship-local/change": { action: change.action },
  "/ship-local/parcel": { action: parcel.action, loader: parcel.loader },
  "/ship-local/summary": { action: review.action, loader: review.loader },
  "/v1/bookings": { action: apiBookings.action, loader: apiBookings.loader },
  "/v1/quote/local": { action: apiPrice.action },
  "/v1/webhooks": { action: apiWebhooks.action, loader: apiWebhooks.loader },
  "/verify": { action: verify.action, loader: verify.loader },
};

/** Addresses with parameters, which are the groups in braces. */
const routesWithParameters: [pattern: RegExp, route: Route][] = [
  [/^\/cancel\/(?<quoteId>[^/]+)$/, { action: cancel.action, loader: cancel.loader }],
  [/^\/case\/(?<waybillNo>[^/]+)$/, { action: reportCase.action, loader: reportCase.loader }],
  [/^\/change\/(?<quoteId>[^/]+)$/, { action: changeBooking.action, loader: changeBooking.loader }],
  [/^\/drive\/stop\/(?<waybillNo>[^/]+)$/, { action: driveStop.action, loader: driveStop.loader }],
  [/^\/find-me\/(?<quoteId>[^/]+)$/, { action: findMe.action, loader: findMe.loader }],
  [/^\/invoice\/(?<invoiceNo>[^/]+)$/, { loader: invoice.loader }],
  [/^\/office\/do\/(?<command>[^/]+)$/, { action: officeDo.action, loader: officeDo.loader }],
  [/^\/payfast\/order\/(?<orderId>[^/]+)$/, { action: paymentOrder.action, loader: paymentOrder.loader }],
  [/^\/payfast\/start\/(?<quoteId>[^/]+)$/, { action: paymentStart.action, loader: paymentStart.loader }],
  [
    /^\/stop-messages\/(?<quoteId>[^/]+)\/(?<person>[^/]+)$/,
    { action: stopMessages.action, loader: stopMessages.loader },
  ],
  [/^\/v1\/bookings\/(?<id>[^/]+)$/, { loader: apiBooking.loader }],
  [/^\/v1\/bookings\/(?<id>[^/]+)\/cancel$/, { action: apiCancel.action }],
];

/** Answers one request as the server would, but returns data instead of a page. A route's exceptions are thrown. */
export async function answer(request: Request, clientAddress: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [named, found] = routesWithParameters
    .map(([pattern, route]) => [route, pattern.exec(pathname)] as const)
    .find(([, match]) => match !== null) ?? [undefined, null];
  const route: Route | undefined = routes[pathname] ?? named;
  const ask = request.method === "POST" ? route?.action : route?.loader;
  if (!ask) return new Response("Not found", { status: 404 });
  const params = Object.fromEntries(
    Object.entries(found?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
  try {
    const context = { services: await services(), settings: settings(), clientAddress, reference: "SIMULATED" };
    const answered = await ask({ request, params, context });
    return answered instanceof Response ? answered : Response.json(answered ?? null);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
