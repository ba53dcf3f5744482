/** Why the issuer does not do what it is asked: a status and a sentence, and no code (1.2). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
