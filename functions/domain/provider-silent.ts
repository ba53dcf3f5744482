/** A provider did not answer a question that has to be asked again later. An outage, not a defect: no line for a person. */
export class ProviderSilent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderSilent';
  }
}
