import { messages as english } from "./english/messages";
import { type languages, siteLanguage } from "./language";
import { pseudo } from "./pseudo";

/** Every language has all of English's messages: without one, it doesn't compile. */
export type Messages = typeof english;

const inLanguage: Record<keyof typeof languages, Messages> = { "en-ZA": english, pseudo: pseudo(english) };

/** The sentences of emails and texts in the site's language. They stand apart from the pages', which browsers load. */
export const messagesCatalogue = (): Messages => inLanguage[siteLanguage()];
