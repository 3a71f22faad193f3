import { cleanStoredText } from '../storable.ts'

// XML has no way to say these, not even as references.
const unspeakable = /[\ufffe\uffff]/gu

export const toXmlText = (text: string): string => cleanStoredText(text).replace(unspeakable, '')

const escapeXml = (text: string): string =>
  toXmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

// A carriage return that is written as itself is read as a line end.
export const escapeXmlText = (text: string): string => escapeXml(text).replaceAll('\r', '&#13;')

// Blanks of other kinds in an attribute are read as spaces unless they are references.
export const escapeXmlAttribute = (text: string): string =>
  escapeXml(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')

export const writeXmlAttributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`))
    .join('')
