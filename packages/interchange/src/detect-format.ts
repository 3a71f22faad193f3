import { type Format, formats, type ReadableFormatId } from './formats.ts'

const readableFileFormats = formats.filter((format) => format.canRead)

/** How many bytes are enough to tell. */
const detectionBytes = 1_024

/**
 * What a file is, by what it begins with and then by its name; null where it is nothing that can be read.
 * Content goes first: an archive that is called .md would otherwise be read as text.
 */
export function detectFormat(name: string, firstBytes: Uint8Array): ReadableFormatId | null {
  if (isArchive(firstBytes)) return 'xmind'
  const text = decodeBeginning(firstBytes)
  if (text === null) return null
  const element = firstElement(text)
  if (element === 'opml') return 'opml'
  if (element === 'map') return 'freemind'
  const extension = /\.[^.\\/]*$/u.exec(name.toLowerCase())?.[0] ?? ''
  const named = readableFileFormats.find((format) => listExtensions(format).includes(extension))
  return named?.id ?? null
}

/** The name of the first element of an XML text, whatever is declared before it. */
function firstElement(text: string): string | undefined {
  for (let at = text.search(/\S/u); at >= 0 && text[at] === '<'; at = skipWhitespace(text, at)) {
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : '>'
    if (end === '>' && text[at + 1] !== '!') return /^<([\w:-]+)/u.exec(text.slice(at))?.[1]
    at = text.indexOf(end, at) + end.length
    if (at < end.length) return undefined
  }
  return undefined
}

function skipWhitespace(text: string, from: number): number {
  const found = text.slice(from).search(/\S/u)
  return found < 0 ? -1 : from + found
}

const listExtensions = ({ extension, alsoRead = [] }: Format): readonly string[] => [extension, ...alsoRead]

const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

/** The first letters; null where the bytes are no text. */
function decodeBeginning(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, detectionBytes)
  const [first, second] = head
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  if (isBigEndian || isLittleEndian) return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(head)
  return head.includes(0) ? null : new TextDecoder().decode(head)
}
