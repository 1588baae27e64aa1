/** Shown when the country list can't be loaded (specification section 3). */
export const offlineCountries: readonly string[] = `
Angola, Australia, Belgium, Botswana, Brazil, Cameroon, Canada, China, Congo (DRC),
Côte d'Ivoire (Ivory Coast), Egypt, Eswatini (Swaziland), Ethiopia, France, Germany, Ghana, Greece, India,
Ireland, Italy, Japan, Kenya, Lesotho, Madagascar, Malawi, Mauritius, Morocco, Mozambique, Namibia,
Netherlands, New Zealand, Nigeria, Norway, Pakistan, Portugal, Rwanda, Saudi Arabia, Senegal, Singapore,
Spain, Sweden, Switzerland, Tanzania, Türkiye, Uganda, United Arab Emirates, United Kingdom, United States,
Zambia, Zimbabwe`
  .trim()
  .split(/,\s/);
