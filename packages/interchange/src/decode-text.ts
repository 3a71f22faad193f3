import { limits } from '@espalier/domain'
import { ImportError } from './fault.ts'

const headBytes = 200
const xmlEncodingPattern = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/u

/** The text of a file by its byte order mark, its XML declaration or its zero bytes; otherwise it must be UTF-8. */
export function decodeText(given: Uint8Array | string): string {
  if (given.length > limits.files.bytes) throw new ImportError('too-large')
  if (typeof given === 'string') return given.replace(/^\ufeff/u, '')
  const label = detectEncoding(given)
  try {
    return new TextDecoder(label, { fatal: true }).decode(given)
  } catch {
    throw new ImportError('wrong-encoding')
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first !== 0 && first !== undefined && second === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be'
  const head = String.fromCharCode(...bytes.subarray(0, headBytes))
  const named = xmlEncodingPattern.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  // A file that was read as bytes of one width cannot be in an encoding of two, whatever it says of itself.
  return named.startsWith('utf-16') || named.startsWith('utf-32') ? 'utf-8' : named
}
