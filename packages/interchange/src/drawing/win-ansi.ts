/** The signs that WinAnsiEncoding has beyond Latin-1, from 0x80 on; a blank where it has none. */
const beyondLatin1 =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178'
const firstBeyond = 0x80

function toWinAnsiCode(sign: string): number | null {
  const code = sign.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  const at = sign === ' ' ? -1 : beyondLatin1.indexOf(sign)
  return at < 0 ? null : firstBeyond + at
}

/** Whether the fonts that every PDF viewer has can show a text. */
export const isWinAnsi = (text: string): boolean => Array.from(text).every((sign) => toWinAnsiCode(sign) !== null)

/** A text as a hexadecimal string of PDF; a sign that it has no code for becomes a question mark. */
export const winAnsiHex = (text: string): string =>
  Array.from(text, (sign) => (toWinAnsiCode(sign) ?? 0x3f).toString(16).padStart(2, '0')).join('')

/** Widths of Helvetica in thousandths of its size, from the blank to the tilde. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
const usualWidth = 556
const boldShare = 1.06

export function helveticaWidth(text: string, size: number, isBold: boolean): number {
  const sum = Array.from(text, (sign) => widths[(sign.codePointAt(0) ?? 0) - 0x20] ?? usualWidth).reduce(
    (total, width) => total + width,
    0,
  )
  return (sum * size * (isBold ? boldShare : 1)) / 1_000
}
