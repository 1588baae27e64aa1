import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { offeredBoxes } from "#app/domain/prices/box-choices";
import { type CallShown, callShown, demoInternational, demoLocal } from "#app/domain/prices/contract/demo-calls.server";
import { countryList } from "#app/domain/prices/country-names";
import type { FormState } from "#app/domain/values/form-state";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { privately } from "#app/http/pages/private-page.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { SelectField } from "#app/ui/forms/select-field";
import { TextField } from "#app/ui/forms/text-field";
import { ShortNotice } from "#app/ui/notice";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { overheardPricing } from "./overheard.server";

export const meta: MetaFunction = () => privatePageMeta("Pricing API demo");

/** Calls the pricing service as our pages do, and shows its answer. The forms are GET, because they change nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { formToken } = await requireUser(request, context);
  const { pricing, ownPricing } = context.services;
  const overheard = overheardPricing(context);
  const query = typedQuery(request);
  const [health, boxes, offered, countries, local, international] = await Promise.all([
    callShown(
      overheard,
      (service) => service.health(),
      ({ ok }) => ({ ok, words: ok ? "The service is up." : "The service says that it is down." }),
    ),
    callShown(
      overheard,
      (service) => service.boxes(),
      ({ length }) => ({ ok: length > 0, words: length === 1 ? "1 box" : `${length} boxes` }),
    ),
    offeredBoxes(pricing),
    countryList({ pricing, ownPricing }, query.get("toCountry") ?? ""),
    demoLocal(overheard, query),
    demoInternational(overheard, query),
  ]);
  const choices = offered.map(({ id, name }) => ({ value: id, text: name }));
  return json({ formToken, base: pricing.base, health, boxes, choices, countries, local, international }, privately());
}

export default function Demo() {
  const { formToken, base, health, boxes, choices, countries, local, international } = useLoaderData<typeof loader>();
  const call = local.call ?? international.call;
  return (
    <AccountShell backHref={paths.dashboard} formToken={formToken}>
      <h1>Pricing API demo</h1>
      <p>
        Prices come from <b>{base}</b>. How to call them from your shop: <a href={paths.developers}>for developers</a>.
      </p>
      {call ? (
        <Panel id="answer" title="Answer">
          <Answer call={call} />
        </Panel>
      ) : null}
      <div className="aside">
        <Panel id="health" title="Health">
          <Answer call={health} />
        </Panel>
        <Panel id="boxes" title="Boxes">
          <Answer call={boxes} />
        </Panel>
      </div>
      <Panel id="local" title="Local quote">
        <form method="get" action={paths.demo} className="form">
          <DigitsField name="fromPostal" label="From postal code" state={local.state} />
          <DigitsField name="toPostal" label="To postal code" state={local.state} />
          <DigitsField name="quantity" label="Quantity" state={local.state} />
          <SelectField name="selectedBoxId" label="Box" state={local.state} choices={choices} />
          <ButtonRow>
            <Button name="call" value="local">
              Get local quote
            </Button>
          </ButtonRow>
        </form>
      </Panel>
      <Panel id="international" title="International quote">
        <form method="get" action={paths.demo} className="form">
          <DigitsField name="pickupPostal" label="Pickup postal code" state={international.state} />
          <SelectField
            name="toCountry"
            label="Destination country"
            state={international.state}
            choices={countries.names}
            hint={countries.note ?? undefined}
          />
          <DigitsField name="intlQuantity" label="Quantity" state={international.state} />
          <SelectField name="intlBoxId" label="Box" state={international.state} choices={choices} />
          <ButtonRow>
            <Button plain name="call" value="international">
              Get international quote
            </Button>
          </ButtonRow>
        </form>
      </Panel>
    </AccountShell>
  );
}

/** A postal code or a number. */
function DigitsField(props: { name: string; label: string; state: FormState }) {
  return <TextField {...props} inputMode="numeric" width="short" autoComplete="off" />;
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{title}</h2>
      {children}
    </section>
  );
}

/** The result of a call; a tap opens the JSON as it was sent, which a failure shows at once. */
function Answer({ call }: { call: CallShown }) {
  return (
    <>
      <ShortNotice tone={call.ok ? "good" : "bad"} words={call.words} />
      {call.json ? (
        <details open={!call.ok}>
          <summary>Raw JSON</summary>
          <pre>{call.json}</pre>
        </details>
      ) : null}
    </>
  );
}
