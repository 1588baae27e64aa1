import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { number, pluralOf, say, time } from "../say";

/** What a count asks for in English. */
export const plural = pluralOf("en-ZA");

/** Where people reach us. */
export const ourPhone = () => number(contact().phoneShown);
export const ourEmail = () => contact().email.contact;
const { from, until } = brand.workingHours;
/** As `workingHours`. */
export const ourHours = say`Monday to Friday, ${time(from)} to ${time(until)}`;
