const goods = [
  "Cash, bank cards, gold and jewellery",
  "ID books, ID cards and passports",
  "Weapons, ammunition, explosives and fireworks",
  "Drugs, and medicine that needs a script",
  "Petrol, paraffin, gas bottles, paint, spray cans and other things that burn",
  "Acid, poison and anything that is toxic",
  "Loose batteries and damaged phones or power banks",
  "Live animals, meat and food that spoils",
  "Human or animal remains",
  "Stolen or fake goods, and whatever the law forbids to own or send",
];

/** The goods that we don't carry; step 2 links here. */
export function ProhibitedGoods() {
  return (
    <>
      <h2 id="not-allowed">What you may not send</h2>
      <ul>
        {goods.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>
        If we find any of these, we don't carry the parcel. We bring it back or, where the law says so, hand it to the
        police.
      </p>
    </>
  );
}
