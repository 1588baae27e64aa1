/** A form's typed values and its errors, by field name. Errors of the whole form are under "". */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };
