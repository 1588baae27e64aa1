import { brand, placeholders, workingHours } from "../brand";
import type { Contact } from "../contact";
import { phoneAsShown } from "../domain/values/phone.server";
import { ConfigError } from "./config-error";
import type { Environment } from "./environment.server";

/** What live payments need: the law asks for it on a shop's invoices and terms, and people and emails go there. */
const requiredLive = [
  ...["COMPANY_VAT_NUMBER", "COMPANY_REGISTRATION_NUMBER", "COMPANY_DIRECTORS"],
  ...["COMPANY_PHONE", "COMPANY_EMAIL", "COMPANY_ADDRESS", "MAIL_FROM", "SMTP_URL"],
] as (keyof Environment)[];

const channels = [
  ...(["CHAT_MESSENGER", "CHAT_INSTAGRAM", "CHAT_WHATSAPP"] as const),
  ...(["SOCIAL_FACEBOOK", "SOCIAL_INSTAGRAM"] as const),
];

/** The top-level domain that is reserved for examples, at the end of a name. */
const EXAMPLE = /[.@]example\.?(?![\w.@-])/i;

/**
 * Refuses live payments without what they need, or with something that reaches nobody.
 * @throws ConfigError that names the settings
 */
export function refusePlaceholders(env: Environment): void {
  const missing = requiredLive.filter((name) => !env[name]);
  if (missing.length > 0) throw new ConfigError(`${missing.join(", ")}: required with PAYFAST_MODE=live`);
  if (env.COMPANY_PHONE === placeholders.phone)
    throw new ConfigError(`COMPANY_PHONE: ${phoneAsShown(placeholders.phone)} reaches nobody; live needs your own`);
  const places = {
    COMPANY_EMAIL: env.COMPANY_EMAIL,
    MAIL_FROM: env.MAIL_FROM?.replace(/^.*</, ""),
    SMTP_URL: env.SMTP_URL && new URL(env.SMTP_URL).hostname,
    ...Object.fromEntries(channels.map((name) => [name, env[name]])),
  };
  const [example] = Object.entries(places).find(([, place]) => place && EXAMPLE.test(place)) ?? [];
  if (example) throw new ConfigError(`${example}: an address in .example reaches nobody; live needs your own`);
}

/** How people reach the company. Unset channels are shown as placeholders while no real money is taken. */
export function contactOf(env: Environment): Contact {
  const otherwise = env.PAYFAST_MODE === "live" ? null : placeholders;
  const { chat, social } = { chat: otherwise?.chat, social: otherwise?.social };
  return {
    ...companyContact({ phone: env.COMPANY_PHONE, email: env.COMPANY_EMAIL, address: env.COMPANY_ADDRESS }),
    depotHours: env.DEPOT_HOURS ?? (otherwise && workingHours),
    chat: {
      messenger: env.CHAT_MESSENGER ?? chat?.messenger ?? null,
      instagram: env.CHAT_INSTAGRAM ?? chat?.instagram ?? null,
      whatsapp: env.CHAT_WHATSAPP ?? chat?.whatsapp ?? null,
    },
    social: {
      facebook: env.SOCIAL_FACEBOOK ?? social?.facebook ?? null,
      instagram: env.SOCIAL_INSTAGRAM ?? social?.instagram ?? null,
    },
  };
}

/** The address from which emails come. */
export function senderOf({ MAIL_FROM }: Environment): string {
  return MAIL_FROM ?? `${brand.name} <${placeholders.sender}>`;
}

/** What the site stores of its settings at its start, for commands whose shell doesn't have them. */
export type StoredContact = { phone?: string | null; email?: string | null; address?: string | null };

/** The part of it that emails, texts and papers name. */
export function companyContact({ phone, email, address }: StoredContact): Omit<Contact, "chat" | "social"> {
  const dialled = phone ?? placeholders.phone;
  const everyEmail = email && {
    ...{ contact: email, quotes: email, payments: email },
    ...{ privacy: email, security: email },
  };
  return {
    phone: dialled,
    phoneShown: phoneAsShown(dialled),
    email: everyEmail || placeholders.email,
    addressLines: linesOf(address ?? placeholders.address),
    depotHours: workingHours,
  };
}

/** A postal code belongs on its town's line. */
function linesOf(address: string): string[] {
  const parts = address.split(",").map((part) => part.trim());
  return parts
    .join("\n")
    .replace(/\n+(?=\d{4}$)/, " ")
    .split("\n")
    .filter(Boolean);
}
