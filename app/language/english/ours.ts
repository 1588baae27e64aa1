import { contact } from "#app/contact";
import { number, pluralOf, say } from "../say";

/** What a count asks for in English. */
export const plural = pluralOf("en-ZA");

/** Where people reach us. */
export const ourPhone = () => number(contact().phoneShown);
export const ourEmail = () => contact().email.contact;
/** As `brand.hours`. */
export const ourHours = say`Monday to Friday, 08:00 to 17:00`;
