import type { placeholders } from "./brand";

/** How people reach the company. A channel that isn't used is null. */
export type Contact = {
  /** As in `+27115550123`. */
  phone: string;
  phoneShown: string;
  /** The parts of the postal address, each as a line of its own would have it; the last has the postal code. */
  addressLines: string[];
  /** When parcels can be fetched at that address; null if they can't. */
  depotHours: string | null;
  /** By what people write about; one address may be all of them. */
  email: Record<keyof typeof placeholders.email, string>;
  chat: Record<keyof typeof placeholders.chat, string | null>;
  social: Record<keyof typeof placeholders.social, string | null>;
};

let told: Contact | undefined;

/** Called where a process reads its settings, before anything is written to or shown to anybody. */
export function tellContact(contact: Contact): void {
  told = contact;
}

/** How people reach the company. There is no default, so that nobody is ever sent to a placeholder by mistake. */
export function contact(): Contact {
  if (!told) throw new Error("The settings that say how people reach the company haven't been read.");
  return told;
}

/** Our phone number for a sentence of a page: no line breaks it. */
export function phoneInOneLine(): string {
  return contact().phoneShown.replaceAll(" ", "\u00a0");
}

/** The postal address in one line. */
export function addressInALine(): string {
  return contact().addressLines.join(", ");
}

/** The depot's address and, where they are set, its hours. */
export function depotInALine(): string {
  return [addressInALine(), contact().depotHours].filter(Boolean).join(". ");
}

/** Where people chat with us; none if no chat is configured. */
export function chats(): { href: string; name: string }[] {
  const { messenger, instagram, whatsapp } = contact().chat;
  return [
    ...(messenger ? [{ href: messenger, name: "Messenger" }] : []),
    ...(instagram ? [{ href: instagram, name: "Instagram" }] : []),
    ...(whatsapp ? [{ href: whatsapp, name: "WhatsApp" }] : []),
  ];
}
