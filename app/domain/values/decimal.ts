/** A number with the comma that people here write. */
export function decimal(number: number): string {
  return String(number).replace(".", ",");
}
