/** The states that the issuer knows for a country; for other countries it takes any. */
export const statesOfCountries: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'nigeria',
    (
      'Abia,Adamawa,Akwa Ibom,Anambra,Bauchi,Bayelsa,Benue,Borno,Cross River,Delta,Ebonyi,Edo,Ekiti,Enugu,FCT,Gombe,Imo,' +
      'Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,' +
      'Yobe,Zamfara'
    ).split(','),
  ],
  [
    'ghana',
    (
      'Ahafo,Ashanti,Bono,Bono East,Central,Eastern,Greater Accra,North East,Northern,Oti,Savannah,Upper East,Upper West,' +
      'Volta,Western,Western North'
    ).split(','),
  ],
  ['kenya', 'Kiambu,Kisumu,Machakos,Mombasa,Nairobi,Nakuru,Uasin Gishu'.split(',')],
  ['uganda', 'Central,Eastern,Kampala,Northern,Western'.split(',')],
]);

/** True when the state belongs to the country, in any case; any state does for a country that is not in the table. */
export function isStateOf(country: string, state: string): boolean {
  const states = statesOfCountries.get(country.trim().toLowerCase());
  return states === undefined || states.some((known) => known.toLowerCase() === state.trim().toLowerCase());
}
