import { escapeHtml, exchangeLimits, limits } from '@espalier/domain'
import { SaxesParser } from 'saxes'
import { ImportError } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import { cleanStoredText } from '../model/text.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (XmlElement | string)[]
}

/** The depth of the nodes of a map plus the markup of a note inside the deepest of them. */
const deepestElement = 2 * limits.chainNodes + 200

/** Reads a whole document as a tree. A document type is refused before anything is read; no entity is ever expanded. */
export function readXml(text: string): XmlElement {
  refuseDoctype(text)
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let count = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  const add = (words: string) => open.at(-1)?.children.push(words)
  parser.on('doctype', () => {
    throw new ImportError('forbidden-xml')
  })
  parser.on('error', ({ message }) => {
    throw new ImportError(
      'broken',
      importDetailTexts.xmlError(parser.line, message.replace(/^[\d:]+\s*/u, '').replace(/\.$/u, '')),
    )
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > exchangeLimits.files.elements) throw new ImportError('too-many-nodes')
    if (open.length > deepestElement) throw new ImportError('too-deep')
    const element: XmlElement = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  const root = top.children.find((child) => typeof child !== 'string')
  if (root === undefined) throw new ImportError('broken', importDetailTexts.noContent)
  return root
}

/** Checks only what precedes the first element: anything later is text, or not XML. */
function refuseDoctype(text: string): void {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<?', at)) at = text.indexOf('?>', at)
    else if (text.startsWith('<!--', at)) at = text.indexOf('-->', at)
    else if (text.startsWith('<!', at)) throw new ImportError('forbidden-xml')
    else return
    if (at < 0) return
  }
}

export const findElements = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  (element?.children ?? []).flatMap((child) => (typeof child !== 'string' && child.name === name ? child : []))

export const findElement = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  findElements(element, name)[0]

/** Avoids recursion, because a file may nest its tags deeper than the stack allows. */
export function readElementText(element: XmlElement | undefined): string {
  let text = ''
  const waiting = (element?.children ?? []).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') text += next
    else for (const child of next.children.toReversed()) waiting.push(child)
  }
  return text
}

// XML cannot express these characters, not even as references.
const unspeakable = /[\ufffe\uffff]/gu

export const toXmlText = (text: string): string => cleanStoredText(text).replace(unspeakable, '')

const escapeXml = (text: string): string => escapeHtml(toXmlText(text))

// An unescaped carriage return would be read as a line end.
export const escapeXmlText = (text: string): string => escapeXml(text).replaceAll('\r', '&#13;')

// Other kinds of blanks in an attribute are read as spaces unless they are references.
export const escapeXmlAttribute = (text: string): string =>
  escapeXml(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')

export const writeXmlAttributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`))
    .join('')
