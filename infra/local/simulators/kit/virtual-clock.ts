/** A simulator's time: the machine's clock plus an offset. */
export class VirtualClock {
  #offsetMs: number;
  readonly #onMove: (offsetMs: number) => void;

  /** `onMove` is called with every new offset, so that it can be stored before anything acts on it. */
  constructor(offsetMs: number, onMove: (offsetMs: number) => void) {
    this.#offsetMs = offsetMs;
    this.#onMove = onMove;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Milliseconds since 1970 in virtual time. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Sets the offset against the machine's clock. */
  set(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#onMove(offsetMs);
  }

  /** Jumps forward by this many milliseconds. */
  advance(milliseconds: number): void {
    this.set(this.#offsetMs + milliseconds);
  }

  /** Jumps forward to `timeMs`; a moment already passed leaves the clock alone. */
  advanceTo(timeMs: number): void {
    const ahead = timeMs - this.now();
    if (ahead > 0) this.advance(ahead);
  }
}
