/** The company's details for search engines, with whole addresses. */
export function companyInWords({ inWords }, origin) {
  const { url, logo, image } = inWords;
  return JSON.stringify({ ...inWords, url: origin + url, logo: origin + logo, image: origin + image });
}
