/** The pseudo-locale of the page (`?lang=xx-pseudo`) accents these letters and puts brackets around a text. */
const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' }

const toPattern = (english: string): string =>
  english
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(/[aeiouAEO]/g, (letter) => `[${letter}${accented[letter] ?? ''}]`)

/** Matches a text that contains these words, in English or in the pseudo-locale, whatever the case. */
export const localized = (english: string): RegExp => new RegExp(toPattern(english), 'iu')

/** Matches exactly this text, in English or in the pseudo-locale. */
export const localizedExactly = (english: string): RegExp =>
  new RegExp(String.raw`^\s*\[?${toPattern(english)}(?: ~)*\]?\s*$`, 'u')
