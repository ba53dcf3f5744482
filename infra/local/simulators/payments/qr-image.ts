import { crc32, deflateSync } from 'node:zlib';

import { encode, renderSVG } from 'uqr';

const pixelsPerModule = 6;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The text behind every QR code of the simulator: plain words, so that no wallet takes it for a payment link. */
export function simulatedQrText(coins: string, network: string, address: string): string {
  return `SIMULATED PAYMENT - do not send funds. ${coins} on ${network} to ${address}`;
}

/** A QR code as an SVG element, dark on white in every colour scheme because cameras need it so. */
export function qrSvg(text: string): string {
  return renderSVG(text, { border: 2, blackColor: '#111', whiteColor: '#fff' });
}

/** A QR code as `data:image/png;base64,…`, the form in which the provider's API hands it out. */
export function qrPngDataUri(text: string): string {
  const { data, size } = encode(text, { border: 2 });
  const side = size * pixelsPerModule;
  const rows = Buffer.alloc(side * (side + 1));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = data[Math.floor(y / pixelsPerModule)]?.[Math.floor(x / pixelsPerModule)] === true;
      rows[y * (side + 1) + 1 + x] = isDark ? 0 : 255;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a pixel, greyscale; compression, filter and interlace methods are 0.
  header.set([8, 0, 0, 0, 0], 8);
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), framed.length - 4);
  return framed;
}
