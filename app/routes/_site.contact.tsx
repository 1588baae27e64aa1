import type { MetaFunction } from "@remix-run/node";
import { chats, contact } from "#app/contact";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { pageMeta } from "#app/ui/shell/page-meta";
import { shown } from "#app/ui/words";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) => {
  const words = catalogue().contactPage;
  return pageMeta(matches, {
    title: plainText(hasChat() ? words.titleChat : words.titleWrite),
    description: plainText(hasChat() ? words.describeChat(chats().map(({ name }) => name)) : words.describeWrite),
    path: paths.contact,
  });
};

const hasChat = () => chats().length > 0;

export default function Contact() {
  const words = catalogue().contactPage;
  return (
    <>
      <h1>{shown(hasChat() ? catalogue().tracking.buttons.chat : words.write)}</h1>
      <section className="card sign">
        <ButtonRow>
          {chats().map(({ href, name }, index) => (
            <ButtonLink key={name} href={href} plain={index > 0}>
              {shown(name === "Instagram" ? words.messageOn(name) : words.chatOn(name))}
            </ButtonLink>
          ))}
          {hasChat() ? null : <ButtonLink href={`mailto:${contact().email.contact}`}>{shown(words.email)}</ButtonLink>}
        </ButtonRow>
        <p>{shown(words.soon)}</p>
      </section>
      <section className="aside notice info" aria-labelledby="fraud">
        <h2 id="fraud">{shown(words.whyNoNumbers)}</h2>
        <p>{shown(words.fraud)}</p>
        <p>{shown(words.ourPhone(paths.terms))}</p>
        <p>{shown(words.neverAsk)}</p>
      </section>
      <h2>{shown(words.quicker)}</h2>
      <ButtonRow>
        <ButtonLink href={paths.track} plain>
          {shown(catalogue().tracking.title)}
        </ButtonLink>
        <ButtonLink href={paths.ship} plain>
          {shown(words.price)}
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
