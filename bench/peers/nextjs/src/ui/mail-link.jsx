import { brand } from "./words";

const [who, where] = brand.email;

export function MailLink() {
  return (
    <a href={`mailto:${who}${where}`}>
      {who}
      <wbr />
      {where}
    </a>
  );
}
