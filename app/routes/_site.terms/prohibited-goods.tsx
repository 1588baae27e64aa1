import { plainText } from "#app/language/plain-text";
import { say } from "#app/language/say";
import { shown } from "#app/ui/words";

const goods = [
  say`Cash, bank cards, gold and jewellery`,
  say`ID books, ID cards and passports`,
  say`Weapons, ammunition, explosives and fireworks`,
  say`Drugs, and medicine that needs a script`,
  say`Petrol, paraffin, gas bottles, paint, spray cans and other things that burn`,
  say`Acid, poison and anything that is toxic`,
  say`Loose batteries and damaged phones or power banks`,
  say`Live animals, meat and food that spoils`,
  say`Human or animal remains`,
  say`Stolen or fake goods, and whatever the law forbids to own or send`,
];

/** The goods that we don't carry; step 2 links here. */
export function ProhibitedGoods() {
  return (
    <>
      <h2 id="not-allowed">What you may not send</h2>
      <ul>
        {goods.map((each) => (
          <li key={plainText(each)}>{shown(each)}</li>
        ))}
      </ul>
      <p>
        {shown(say`If we find any of these, we don't carry the parcel. We bring it back or, where the law says so,
          hand it to the police.`)}
      </p>
    </>
  );
}
