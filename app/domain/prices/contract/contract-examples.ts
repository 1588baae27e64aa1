/** The requests shown in our documentation. A test sends them to `/v1`. */
export const contractExamples = {
  local: { fromPostal: "1459", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true },
  international: { fromPostal: "1459", toCountry: "Brazil", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true },
  pcode: "1459",
  country: "bra",
} as const;
