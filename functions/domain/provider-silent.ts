import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/** A provider did not answer a question that has to be asked again later. An outage, not a defect: no line for a person. */
export class ProviderSilent extends Error {
  /** The provider's text, or the field of its answer that we cannot read. For the log only. */
  readonly detail: string;

  constructor(message: string, { outcome, detail }: Exclude<ProviderAnswer<unknown>, { outcome: 'success' }>) {
    super(`${message}: ${outcome}`);
    this.name = 'ProviderSilent';
    this.detail = detail;
  }
}
