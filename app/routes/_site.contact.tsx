import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/brand";
import { chats, contact } from "#app/contact";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { pageMeta } from "#app/ui/shell/page-meta";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) => {
  const names = chats().map(({ name }) => name);
  const how = hasChat() ? `Chat with ${brand.name} on ${anyOf.format(names)}` : `Write to ${brand.name}`;
  return pageMeta(matches, {
    title: `Contact: ${hasChat() ? "chat with us" : "write to us"}`,
    description: `${how}. We usually reply within 1-2 hours in business hours.`,
    path: paths.contact,
  });
};

const hasChat = () => chats().length > 0;
const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

export default function Contact() {
  return (
    <>
      <h1>{hasChat() ? "Chat with us" : "Write to us"}</h1>
      <section className="card sign">
        <ButtonRow>
          {chats().map(({ href, label }, index) => (
            <ButtonLink key={label} href={href} plain={index > 0} newTab>
              {label}
            </ButtonLink>
          ))}
          {hasChat() ? null : <ButtonLink href={`mailto:${contact().email.contact}`}>Email us</ButtonLink>}
        </ButtonRow>
        <p>
          We usually reply within <b>1-2 hours</b> in business hours.
        </p>
      </section>
      <section className="aside notice info" aria-labelledby="fraud">
        <h2 id="fraud">Why our team's numbers are not here</h2>
        <p>
          To prevent fraud, the phone numbers and emails of our team are not shown publicly. When you write to us, we
          verify who you are before we talk about a parcel.
        </p>
        <p>
          Our company's registered phone number is in our <a href={paths.terms}>terms</a>. If you have a booking, the
          number to call is on your waybill.
        </p>
        <p>We never ask for money, a card number, a PIN or a one-time password in a chat or by phone.</p>
      </section>
      <h2>Quicker than a message</h2>
      <ButtonRow>
        <ButtonLink href={paths.track} plain>
          Track a parcel
        </ButtonLink>
        <ButtonLink href={paths.ship} plain>
          Get a price
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
