/** What somebody typed, and what is wrong with it, by field name. Errors of the whole form are under "". */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };
