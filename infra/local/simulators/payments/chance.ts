import { createHash } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const cashaddr = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const hexDigits = '0123456789abcdef';
const hexMixed = '0123456789abcdefABCDEF';

/**
 * Everything that looks random in the simulator, derived from a seed and a name:
 * the same seed and the same calls give the same identifiers, also after a restart.
 */
export class Chance {
  readonly #seed: () => string;

  /** The seed is asked for each time, because a reset begins a new one. */
  constructor(seed: () => string) {
    this.#seed = seed;
  }

  /** A version 4 UUID for `name`. */
  uuid(name: string): string {
    const hex = this.#text(`uuid:${name}`, hexDigits, 32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** A transaction hash in the manner of `network`. */
  txid(name: string, network: string): string {
    const hex = this.#text(`txid:${name}`, hexDigits, 64);
    if (network === 'sol') return this.#text(`txid:${name}`, base58, 88);
    return ['eth', 'bsc', 'polygon', 'arbitrum', 'avalanche'].includes(network) ? `0x${hex}` : hex;
  }

  /**
   * An address with the look of `network` that nobody can pay: it carries `Sim` where the alphabet has the letters,
   * and its check sum (on Solana, which has none, its length) is wrong.
   */
  address(name: string, network: string): string {
    const tail = (alphabet: string, length: number): string => this.#text(`address:${name}`, alphabet, length);
    switch (network) {
      case 'tron':
        return `TSim${tail(base58, 30)}`;
      case 'btc':
        return `1Sim${tail(base58, 30)}`;
      case 'ltc':
        return `LSim${tail(base58, 30)}`;
      case 'doge':
        return `DSim${tail(base58, 30)}`;
      case 'dash':
        return `XSim${tail(base58, 30)}`;
      case 'xmr':
        return `4Sim${tail(base58, 91)}`;
      case 'sol':
        return `Sim${tail(base58, 41)}`;
      case 'ton':
        return `UQSim${tail(base64Url, 43)}`;
      case 'bch':
        return `bitcoincash:q${tail(cashaddr, 41)}`;
      default:
        return `0x51${tail(hexMixed, 38)}`;
    }
  }

  #text(name: string, alphabet: string, length: number): string {
    let text = '';
    for (let block = 0; text.length < length; block += 1) {
      for (const byte of createHash('sha256').update(`${this.#seed()}:${name}:${block}`).digest()) {
        text += alphabet.charAt(byte % alphabet.length);
      }
    }
    return text.slice(0, length);
  }
}
