/** What somebody typed, and what is wrong with it, by field name. Complaints about the whole form stand under "". */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };
