/** The company. Its name, addresses and channels are only here. */
export const brand = {
  name: "Thuma Couriers",
  legalName: "Thuma Couriers (Pty) Ltd",
  shortName: "Thuma",
  meaning: "Thuma is isiZulu for “send”.",
  tagline: "Courier from kasi to kasi",
  postalAddress: {
    street: "12 Odendaal Street",
    suburb: "Germiston South",
    city: "Germiston",
    province: "Gauteng",
    postalCode: "1401",
    country: "South Africa",
  },
  /** When the phone and the chat are answered. */
  hours: "Monday to Friday, 08:00 to 17:00",
  email: {
    contact: "hello@thuma.example",
    quotes: "quotes@thuma.example",
    payments: "payments@thuma.example",
    privacy: "privacy@thuma.example",
    security: "security@thuma.example",
    noReply: "no-reply@thuma.example",
  },
  phone: { support: "+27100000000", supportShown: "010 000 0000" },
  social: {
    facebook: "https://www.facebook.com/thuma.example",
    instagram: "https://www.instagram.com/thuma.example",
  },
  chat: {
    messenger: "https://m.me/thuma.example",
    instagram: "https://ig.me/m/thuma.example",
  },
  empowerment: "Level 1 B-BBEE Exempt Micro Enterprise",
  itemNames: {
    publicQuote: "Thuma Shipment",
    local: "Thuma Local Shipment",
    international: "Thuma International Shipment",
  },
} as const;
