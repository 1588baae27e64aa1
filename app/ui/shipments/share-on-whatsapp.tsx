import { ButtonLink } from "../forms/button";

/** Opens WhatsApp with these words to send, an address among them; whoever sends them chooses to whom. */
export function ShareOnWhatsApp({ text }: { text: string }) {
  return (
    <ButtonLink plain staysHere href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
      Share on WhatsApp
    </ButtonLink>
  );
}
