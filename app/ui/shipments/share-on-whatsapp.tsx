import { ButtonLink } from "../forms/button";

/** Opens WhatsApp with a text and a link to send; the user chooses the receiver. */
export function ShareOnWhatsApp({ text }: { text: string }) {
  return (
    <ButtonLink plain staysHere href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
      Share on WhatsApp
    </ButtonLink>
  );
}
