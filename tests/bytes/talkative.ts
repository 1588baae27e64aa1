import { addresses, parcel } from "../../demo/typed-answers";

/** Two very long addresses. No word is repeated, so that compression gains little. */
export const longAddresses = {
  ...addresses,
  fromName: "Nomvula Precious Mthembu-Radebe",
  fromEmail: "nomvula.mthembu-radebe@kwezi-catering.co.za",
  fromPhone: "+27 82 514 7763",
  fromCell: "011 864 2290",
  fromAddressLine: "House 3307, corner of Masakhane and Nhlapo Streets, back room",
  fromSuburb: "Tokoza Gardens Extension 2",
  fromCity: "Alberton (Ekurhuleni)",
  fromPostal: "1431",
  fromLandmark: "Past the Zionist church, the yellow container next to Bra Joe's tyres; hoot twice, the dog is tied",
  toName: "Grandmother Elizabeth van Wyk",
  toEmail: "elizabeth1951@gmail.com",
  toPhone: "(021) 371-5586",
  toCell: "073 902 1148",
  toAddressLine: "47B Dagbreek Crescent, behind the clinic, ask at number 45 first",
  toSuburb: "Beacon Valley",
  toCity: "Mitchells Plain",
  toPostal: "7784",
  toLandmark: "Green vibracrete wall opposite the spaza of Aunty Fatima; taxi stop Westgate, then walk three minutes",
};

export const longAddressesAbroad = {
  ...longAddresses,
  toAddressLine: "Beachmont Road, second house above the nutmeg station",
  toSuburb: "Calder Ridge",
  toCity: "Kingstown",
  toPostal: "VC0100",
  toCountry: "Saint Vincent and Grenadines",
};

export const longParcel = {
  ...parcel,
  quantity: "3",
  selectedBoxId: "stock-6",
  weight: "14,5",
  declaredValue: "2850",
  parcelDesc: "Second-hand sewing machine with its foot pedal, six reels of thread and a folded wedding dress",
  specialInstructions:
    "Please ring my neighbour Dineo on 079 330 6152 an hour before, because the gate motor is broken and the bell has no battery. Don't leave it with the tuck shop. My grandson finishes school at half past two and can help to carry; the machine must stand upright, never on the side with the red tape!",
};

/** A form with a wrong answer in every field. */
export const wrongAddresses = Object.fromEntries(
  Object.entries(longAddresses).map(([name, answer]) => [name, wrong(name, answer)]),
);

export const wrongParcel = {
  ...longParcel,
  selectedBoxId: "",
  quantity: "three",
  weight: "heavy",
  declaredValue: "a lot",
  parcelDesc: "",
};

function wrong(name: string, answer: string): string {
  if (/Email$/.test(name)) return answer.replace("@", " at ");
  if (/Phone|Cell/.test(name)) return `${answer.slice(0, 12)} home`;
  if (/Postal/.test(name)) return "14x/31?";
  if (/Name|Address|City/.test(name)) return name.startsWith("from") ? "" : "x";
  return `${answer} `.repeat(3).slice(0, 130);
}
