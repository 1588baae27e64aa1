import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { addressesSchema, HOME_COUNTRY } from "#app/domain/shipments/addresses";
import { postalDigits } from "#app/domain/values/postal-code";
import { countryList } from "#app/http/country-names.server";
import { checkForm, savedValues, typedValues } from "#app/http/forms.server";
import { privately } from "#app/http/private-page.server";
import { differencesOf } from "#app/http/two-tabs.server";
import { openStep } from "#app/http/wizard.server";
import { Button } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/form-state";
import { StepForm } from "#app/ui/forms/step-form";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressFields } from "#app/ui/shipments/address-fields";
import { StepHeader } from "#app/ui/shipments/step-header";
import { TwoVersions } from "#app/ui/shipments/two-versions";

/** The button that turns a local form into one for another country, keeping everything typed. */
const ABROAD = "abroad";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Addresses, step 1 of 3");

export async function loader({ request }: LoaderFunctionArgs) {
  const step = await openStep(request, publicQuote, "addresses");
  const saved = step.draft.addresses;
  const values = saved ? savedValues(saved) : fromCoverage(new URL(request.url).searchParams);
  const isAbroad = (values.toCountry || HOME_COUNTRY) !== HOME_COUNTRY;
  return json(
    {
      values,
      keys: step.keys,
      countries: isAbroad ? await countryList(values.toCountry) : null,
      hasDraft: Boolean(saved),
    },
    privately(),
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const step = await openStep(request, publicQuote, "addresses");
  const form = await request.formData();
  const values = typedValues(form);
  const isAbroad = (values.toCountry || HOME_COUNTRY) !== HOME_COUNTRY;
  const wantsAbroad = form.get("intent") === ABROAD;
  const countries = isAbroad || wantsAbroad ? await countryList(values.toCountry) : null;
  if (wantsAbroad) {
    return json({ ...blankForm, values: { ...values, toCountry: "" }, countries, conflict: null }, privately());
  }
  const checked = checkForm(
    form,
    addressesSchema(values.toCountry ?? "", (name) => countries?.names.includes(name) ?? false),
  );
  if (!checked.ok) {
    return json({ ...checked.state, countries, conflict: null }, privately(400));
  }
  if (step.isOverwriting(form, checked.answers)) {
    const differences = differencesOf(step.draft.addresses, checked.answers);
    return json(
      { values, errors: {}, countries, conflict: { differences, typed: { ...values, ...step.keys } } },
      privately(409),
    );
  }
  return step.saveAndContinue(checked.answers);
}

export default function AddressesStep() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const state = answered ?? { values: loaded.values, errors: {} };
  const countries = (answered ? answered.countries : loaded.countries) ?? undefined;
  if (answered?.conflict) return <TwoVersions {...answered.conflict} keepHref={stepOf(publicQuote, "parcel").path} />;
  return (
    <>
      <StepHeader step={1} title="Addresses" />
      <StepForm state={state} submit="Next" hidden={loaded.keys} needsAll more={countries ? null : <AbroadButton />}>
        <AddressFields party="from" state={state} />
        <AddressFields party="to" state={state} countries={countries} />
      </StepForm>
    </>
  );
}

/** Stands behind "Next": the first button of a form is the one that the Enter key presses. */
function AbroadButton() {
  return (
    <Button plain name="intent" value={ABROAD} formNoValidate>
      Send to another country
    </Button>
  );
}

/** A coverage check leads here with what it knew. */
function fromCoverage(query: URLSearchParams): Record<string, string> {
  return {
    fromPostal: postalDigits(query.get("fromPostal") ?? ""),
    toPostal: postalDigits(query.get("toPostal") ?? ""),
    fromCity: (query.get("fromCity") ?? "").slice(0, 50),
    toCity: (query.get("toCity") ?? "").slice(0, 50),
    toCountry: query.get("toCountry") ?? HOME_COUNTRY,
  };
}
