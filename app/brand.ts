/** The company's name and what goes with it. How people reach it comes from the settings: `contact.ts`. */
export const brand = {
  name: "Thuma Couriers",
  legalName: "Thuma Couriers (Pty) Ltd",
  shortName: "Thuma",
  meaning: "Thuma is isiZulu for “send”.",
  tagline: "Courier from kasi to kasi",
  city: "Germiston",
  country: "South Africa",
  /** When the phone and the chat are answered. */
  hours: "Monday to Friday, 08:00 to 17:00",
  itemNames: {
    publicQuote: "Thuma Shipment",
    local: "Thuma Local Shipment",
    international: "Thuma International Shipment",
  },
} as const;

/** Reaches nobody: for a site that takes no real money. Only the settings read it, and live refuses it. */
export const placeholders = {
  phone: "+27100000000",
  address: "12 Odendaal Street, Germiston South, Germiston 1401",
  email: {
    contact: "hello@thuma.example",
    quotes: "quotes@thuma.example",
    payments: "payments@thuma.example",
    privacy: "privacy@thuma.example",
    security: "security@thuma.example",
  },
  sender: "no-reply@thuma.example",
  chat: {
    messenger: "https://m.me/thuma.example",
    instagram: "https://ig.me/m/thuma.example",
    whatsapp: null,
  },
  social: {
    facebook: "https://www.facebook.com/thuma.example",
    instagram: "https://www.instagram.com/thuma.example",
  },
} as const;
