import { brand } from "#app/brand";
import type { FormState } from "#app/domain/values/form-state";
import type { ShopifyShown } from "#app/http/pages/shopify-shown.server";
import { accountPaths, paths } from "#app/paths";
import { CurrentPasswordField, UsernameForManagers } from "../../ui/accounts/login-forms";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { SelectField } from "../../ui/forms/select-field";
import { StepForm } from "../../ui/forms/step-form";
import { TextField } from "../../ui/forms/text-field";
import { FactList } from "../../ui/shipments/summary-card";

/** A shop on Shopify: its two addresses, and the orders that need its owner. */
export function Shopify({ shop, orders, more, collectedAt, token }: ShopifyShown & { token: string }) {
  return (
    <>
      {shop ? (
        <>
          <Address id="shopify-rates" label="For prices: the callback of the carrier service" address={shop.rates} />
          <Address id="shopify-orders" label="For orders: the address of the webhooks" address={shop.orders} />
          <p>The first shows our prices to whoever has it, and nothing else. If others have it, make new addresses.</p>
          <FactList facts={factsOf(shop, collectedAt)} />
        </>
      ) : (
        <p>Your checkout on Shopify can show our prices, and your paid orders are booked.</p>
      )}
      {shop ? <MakeUsACarrier rates={shop.rates} /> : null}
      <p>
        <a href={`${paths.developers}#shopify`}>
          {shop ? "What to do with them in Shopify, step by step" : "What your shop needs, step by step"}
        </a>
      </p>
      <Orders {...{ orders, more, token }} />
    </>
  );
}

const ADMIN = "https://YOUR-SHOP.myshopify.com/admin";
const TOKEN = `curl ${ADMIN}/oauth/access_token -d grant_type=client_credentials -d client_id=CLIENT-ID -d client_secret=SECRET`;
const MUTATION =
  "mutation($input: DeliveryCarrierServiceCreateInput!) { carrierServiceCreate(input: $input) { carrierService { id } userErrors { message } } }";

/** A merchant's app has no page of its own in Shopify: it is asked by commands. */
function MakeUsACarrier({ rates }: { rates: string }) {
  const input = { name: brand.name, callbackUrl: rates, supportsServiceDiscovery: true, active: true };
  const sent = JSON.stringify({ query: MUTATION, variables: { input } }).replaceAll("'", "\\u0027");
  return (
    <details className="card">
      <summary>Show our prices in your checkout</summary>
      <ol>
        <li>
          In <a href="https://dev.shopify.com/dashboard">Shopify's Dev Dashboard</a> create an app of your own. Give its
          version the scope write_shipping, release it, and install it in your shop. If you uninstall it, our prices go
          too.
        </li>
        <li>
          <span className="line">
            Ask for a token, in the command line of macOS or Linux, or in Git Bash on Windows. The client ID and the
            secret are in the app's settings:
          </span>
          <pre>
            <code>{TOKEN}</code>
          </pre>
        </li>
        <li>
          <span className="line">
            Put in the token, which is good for a day. If the answer has userErrors, they say why it failed:
          </span>
          <pre>
            <code>{`curl ${ADMIN}/api/2026-10/graphql.json -H "X-Shopify-Access-Token: TOKEN" -H "Content-Type: application/json" -d '${sent}'`}</code>
          </pre>
        </li>
        <li>
          In Shopify: Settings, Shipping and delivery. In the zone with South Africa add a rate, use a carrier or an app
          to calculate it, and choose us. Leave it switched on that new services are shown automatically: to Shopify,
          each box and price of ours is a new one.
        </li>
        <li>When we can't answer, Shopify offers the backup rate of that zone. We book no order with it.</li>
      </ol>
    </details>
  );
}

/** Leads to the form, which asks for the password: the page has one such form at a time. */
export function ToShopifyForm({ shop }: Pick<ShopifyShown, "shop">) {
  return (
    <ButtonRow>
      <ButtonLink plain href={`${accountPaths.shop({ shopify: "edit" })}#shopify`}>
        {shop ? "Change or end it" : "Make the addresses"}
      </ButtonLink>
    </ButtonRow>
  );
}

/** Makes a shop's addresses, changes its settings, renews the addresses or ends them. */
export function ShopifyForm(props: Pick<ShopifyShown, "shop" | "boxes"> & FormProps) {
  const { shop, boxes, state, token, email } = props;
  return (
    <StepForm
      state={state}
      submit={shop ? "Save settings" : "Make the addresses"}
      busyLabel="Saving…"
      complainsElsewhere
      hidden={{ token, of: "shopify" }}
      more={
        shop ? (
          <>
            <Button plain name="intent" value="renew">
              New addresses
            </Button>
            <Button danger name="intent" value="end">
              End both addresses
            </Button>
          </>
        ) : null
      }
      backHref={accountPaths.shop()}
    >
      <UsernameForManagers email={email} />
      <TextField
        name="signingSecret"
        label="Signing secret"
        state={state}
        type="password"
        required={false}
        hint={shop?.hasSecret ? "Leave it blank to keep the one that we have." : WHERE_SECRET_IS}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        name="smallestBox"
        label="The smallest box that you use"
        state={state}
        choices={boxes}
        placeholder="None: the cheapest that carries the weight"
        required={false}
        defaultValue={shop?.smallestBox}
        hint="Shopify tells us weights and no sizes. A product without a weight goes in this box; without one it has no price."
      />
      <CurrentPasswordField state={state} last />
      {shop ? null : (
        <p>
          By making them you agree that <a href={paths.terms}>our terms</a> apply to each booking of your orders.
        </p>
      )}
    </StepForm>
  );
}

type FormProps = { state: FormState; token: string; email: string };
const WHERE_SECRET_IS =
  "In Shopify: Settings, Notifications, Webhooks, at the foot of the list. Without it no order is booked.";

function factsOf(shop: NonNullable<ShopifyShown["shop"]>, collectedAt: string | null) {
  return [
    {
      label: "Collected at",
      value: collectedAt ?? "No address yet, so there is no price: save your own in your address book.",
    },
    { label: "Signing secret", value: shop.hasSecret ? "We have it" : "None yet, so no order is booked" },
    {
      label: "Last webhook",
      value: shop.signedAt ?? "Not yet. The page of webhooks in Shopify can send a test.",
    },
    ...(shop.refusedAt
      ? [
          {
            label: "Refused",
            value: shop.hasSecret
              ? `A call on ${shop.refusedAt} wasn't signed by this secret. Copy it again.`
              : `A call on ${shop.refusedAt} came before the secret. Shopify sends it again for four hours.`,
          },
        ]
      : []),
    { label: "Last order with our price", value: shop.lastAt ?? "None yet" },
  ];
}

/** Without scripts a person selects it and copies it. */
function Address({ id, label, address }: { id: string; label: string; address: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} value={address} readOnly spellCheck={false} />
    </div>
  );
}

function Orders({ orders, more, token }: Pick<ShopifyShown, "orders" | "more"> & { token: string }) {
  if (orders.length === 0) return null;
  return (
    <>
      <h3>Orders that are not booked</h3>
      <p>
        Correct an order in Shopify, and its webhook “Order update” lets us try again. Or send the parcel from{" "}
        <a href={paths.importParcels}>a list</a>, and take the order off here.
      </p>
      <ul className="stack">
        {orders.map(({ orderId, name, state, why, mayBook, priceCents, submit }) => (
          <li className="card" key={orderId}>
            <h4>{name}</h4>
            <p>{state === "waiting" ? "We are booking it." : why}</p>
            {state === "waiting" ? null : (
              <form method="post" action={accountPaths.shop()}>
                <HiddenFields fields={{ token, of: "shopify", orderId, agreed: String(priceCents ?? "") }} />
                <ButtonRow>
                  {mayBook ? (
                    <Button plain name="intent" value="book">
                      {submit}
                    </Button>
                  ) : null}
                  <Button plain name="intent" value="close">
                    Take it off this list
                  </Button>
                </ButtonRow>
              </form>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{more === 1 ? "And one more." : `And ${more} more.`}</p> : null}
    </>
  );
}
