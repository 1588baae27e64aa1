/** The number in groups, as people read it out: "D 4821 0934". */
export function spokenApplicationNumber(reference: string): string {
  return reference.replace(/^D(\d{4})(\d{4})$/, "D $1 $2");
}
