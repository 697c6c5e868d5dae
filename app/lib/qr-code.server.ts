import { encode } from 'uqr';

/** A code as an SVG path of unit squares, without its margin. */
export type QrCode = { size: number; path: string };

/** A text as a QR code that stays readable with a seventh of it dirty (level M). */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: path.join('') };
}
