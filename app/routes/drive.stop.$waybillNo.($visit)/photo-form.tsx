import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button } from "../../ui/forms/button";
import { ErrorSummary } from "../../ui/forms/error-summary";
import { Field } from "../../ui/forms/field";
import { HiddenFields } from "../../ui/forms/hidden-fields";

/**
 * For a mark that is saved without its photo. The form has the mark's own key and answers, so that a photo sent with it
 * is added to that mark.
 */
export function PhotoForm(props: { shownNo: string; hidden: Record<string, string>; state: FormState }) {
  const { shownNo, hidden, state } = props;
  const { mark = "", pin: _, ...answers } = state.values;
  return (
    <>
      <h1>{shownNo} is saved without its photo</h1>
      <form method="post" className="form card" encType="multipart/form-data" noValidate>
        <ErrorSummary errors={state.errors} />
        <HiddenFields fields={{ ...hidden, ...answers }} />
        <PhotoField error={state.errors.photo?.[0]} />
        <Button name="mark" value={mark} busyLabel="Sending…">
          Send a photo
        </Button>
      </form>
      <p>
        <a href={paths.drive}>Go on without a photo</a>
      </p>
    </>
  );
}

export function PhotoField({ error, optionalIf }: { error: string | undefined; optionalIf?: string }) {
  return (
    <Field name="photo" label="Photo" required={!optionalIf} optionalIf={optionalIf} error={error}>
      <input id="photo" name="photo" type="file" accept="image/jpeg,image/png" capture="environment" />
    </Field>
  );
}
