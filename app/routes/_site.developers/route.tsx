import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ANSWERS_KEPT_DAYS } from "#app/domain/accounts/once.server";
import { problemNames, problems } from "#app/domain/accounts/problems";
import { callsAsCommands, pastedBooking } from "#app/domain/bookings/calls-as-commands";
import { MOST_IMPORTED } from "#app/domain/bookings/import-list.server";
import { limits } from "#app/domain/limits/limits";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { CALLS_SHOWN } from "#app/domain/post/webhooks/answers.server";
import { examplePayload, webhookEvents } from "#app/domain/post/webhooks/event-types";
import { pointsOf } from "#app/http/limits/rate-limit.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";
import { ApiChanges, ApiLimits, BookingByApi, ErrorsByKey, OtherShops } from "#app/routes/_site.developers/api-pages";
import { OpenCart } from "#app/routes/_site.developers/opencart";
import { PricesByApi } from "#app/routes/_site.developers/prices-by-api";
import { Shopify } from "#app/routes/_site.developers/shopify";
import { WebhooksByApi } from "#app/routes/_site.developers/webhooks-by-api";
import { WooCommerce } from "#app/routes/_site.developers/woocommerce";
import { Contents } from "#app/ui/contents";
import { pageMeta } from "#app/ui/shell/page-meta";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "The API for your shop",
    description:
      "Courier prices, bookings, labels, tracking and webhooks for your shop's own program. Prices need no key.",
    path: paths.developers,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { apiRequestsPerMinute: perMinute, registration } = context.settings;
  const { ownPricing } = context.services;
  const namesVat = registration.vatNumber !== "none";
  const home = siteAddress(request, context.settings);
  return json({
    calls: callsAsCommands(home, namesVat, await pastedBooking(ownPricing, TERMS_VERSION)),
    webhooks: { events: webhookEvents, example: JSON.stringify(examplePayload, null, 2), callsShown: CALLS_SHOWN },
    problems: problemNames.map((name) => ({ name, ...problems[name] })),
    limits: {
      perMinute,
      wrongKeys: pointsOf(context.settings, "wrongApiKeys"),
      mostKeys: limits.apiKeys.points,
      mostWebhooks: limits.webhooks.points,
      testsPerHour: limits.testCalls.points,
      mostWaiting: limits.callsWaiting.points,
      answersKeptDays: ANSWERS_KEPT_DAYS,
    },
    mostInList: MOST_IMPORTED,
  });
}

const headings = {
  prices: "Prices",
  booking: "Booking",
  webhooks: "Webhooks",
  verify: "Check that a call is ours",
  "call-errors": "Errors of calls with a key",
  limits: "Limits",
  woocommerce: "WooCommerce",
  opencart: "OpenCart",
  shopify: "Shopify",
  dnn: "DNN, and other shops without a plug-in",
  changes: "Changes",
};

export default function Developers() {
  const { calls, webhooks, problems, limits, mostInList } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>The API for your shop</h1>
      <p>
        Your shop's own program can show our prices, book, and track parcels, with JSON in and out. Amounts are numbers
        in rand. For <a href="#woocommerce">WooCommerce</a> and <a href="#opencart">OpenCart</a> there are plug-ins, and{" "}
        <a href="#shopify">Shopify</a> calls two addresses of ours. <a href="#dnn">Any other shop</a> can send us a
        list. The OpenAPI 3.1 description is at <a href={paths.openapi}>{paths.openapi}</a>; programs that generate
        clients can use it.
      </p>
      <Contents headings={headings} />
      <PricesByApi calls={calls.pricing} perMinute={limits.perMinute} />
      <BookingByApi calls={calls.bookings} answersKeptDays={limits.answersKeptDays} />
      <WebhooksByApi calls={calls.webhooks} {...webhooks} />
      <ErrorsByKey problems={problems} />
      <ApiLimits {...limits} />
      <WooCommerce />
      <OpenCart />
      <Shopify />
      <OtherShops mostInList={mostInList} />
      <ApiChanges />
    </>
  );
}
