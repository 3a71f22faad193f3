import { storable } from '../storable.ts'

// XML has no way to say these, not even as references.
const unspeakable = /[\ufffe\uffff]/gu

export const xmlText = (text: string): string => storable(text).replace(unspeakable, '')

const escaped = (text: string): string =>
  xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

// A carriage return that is written as itself is read as a line end.
export const escapeText = (text: string): string => escaped(text).replaceAll('\r', '&#13;')

// Blanks of other kinds in an attribute are read as spaces unless they are references.
export const escapeAttribute = (text: string): string =>
  escaped(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')

export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('')
