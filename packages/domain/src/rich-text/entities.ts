/** The references that editors and imports write; a browser's serialiser writes only the first five. */
const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00a0'],
  ['apos', "'"],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['hellip', '\u2026'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['ldquo', '\u201c'],
  ['rdquo', '\u201d'],
  ['laquo', '\u00ab'],
  ['raquo', '\u00bb'],
  ['bull', '\u2022'],
  ['middot', '\u00b7'],
  ['times', '\u00d7'],
  ['copy', '\u00a9'],
  ['reg', '\u00ae'],
  ['trade', '\u2122'],
  ['euro', '\u20ac'],
  ['rarr', '\u2192'],
  ['larr', '\u2190'],
])

const entityPattern = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/giu
const replacementCharacter = '\ufffd'

/** One pass only: '&amp;lt;' is the text '&lt;', not '<'. */
export const decodeEntities = (text: string): string =>
  text.replace(entityPattern, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return namedEntities.get(name) ?? whole
    return decodeCharacter(hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16))
  })

function decodeCharacter(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code === 0 || code > 0x10ffff || isSurrogate ? replacementCharacter : String.fromCodePoint(code)
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
