import type { FormState } from "#app/domain/values/form-state";

export const blankForm: FormState = { values: {}, errors: {} };

/** A field's value and errors. Its id is its name, so that the summary can link to it. */
export function fieldState(state: FormState, name: string) {
  const error = state.errors[name]?.[0];
  return { value: state.values[name] ?? "", error, errorId: error ? `${name}-error` : undefined };
}
