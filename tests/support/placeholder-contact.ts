import { placeholders } from "#app/brand";
import { companyContact } from "#app/config/contact-settings.server";
import { tellContact } from "#app/contact";

/** Tests that use the domain without reading settings: the company is reached as on a site with nothing configured. */
tellContact({ ...companyContact({}), chat: placeholders.chat, social: placeholders.social });
