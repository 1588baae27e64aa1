/** Two valid addresses in townships, as they are typed. */
export const addresses = {
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromCell: "",
  fromAddressLine: "Stand 1423, Mphuti Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromLandmark: "Blue gate opposite the taxi rank",
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "+27 73 555 0101",
  toCell: "",
  toAddressLine: "12 Ncome Crescent",
  toSuburb: "Orlando East",
  toCity: "Soweto",
  toPostal: "1804",
  toLandmark: "",
};

/** One flyer bag with shoes. */
export const parcel = {
  selectedBoxId: "flyer-bag",
  quantity: "1",
  parcelDesc: "School shoes",
  weight: "",
  declaredValue: "0",
  specialInstructions: "",
};
