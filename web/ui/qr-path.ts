import { encode } from 'uqr';

/** A QR code as one SVG path, and the length of its side in modules. Lives in its own lazy chunk. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let run = 1;
      while (row[x + run]) run++;
      path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run - 1;
    }
  }
  return { path, size };
}
