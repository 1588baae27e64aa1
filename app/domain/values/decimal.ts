/** A number with a decimal comma, as South Africans write it. */
export function decimal(number: number): string {
  return String(number).replace(".", ",");
}
