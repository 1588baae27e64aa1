import { officePeople } from "#db/schema/office-people";

/** Each includes the ones before it. */
export const rights = officePeople.officeRight.enumValues;
export type Right = (typeof rights)[number];

/** Somebody who is signed in to the office. */
export type OfficePerson = { id: string; name: string; email: string; right: Right };

/** How the record names a person. */
export function inRecord({ name, email }: Pick<OfficePerson, "name" | "email">): string {
  return `${name} <${email}>`;
}
