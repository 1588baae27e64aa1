import { nearest } from "#app/domain/values/edit-distance";

/** "Did you mean …?", or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const near = nearest(typed.toLowerCase(), known);
  return near.length > 0 ? ` Did you mean "${near.join('" or "')}"?` : "";
}
