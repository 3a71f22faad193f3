import { limits } from '@espalier/domain'
import type { InterchangeProject } from './project.ts'

const megabytes = limits.files.bytes / 1_000_000

/** The reasons why a file is refused, as texts for the person who chose it. `where` names the place in the file. */
export const importFaultTexts = {
  'unknown-format': () => 'This kind of file cannot be imported.',
  'too-large': () => `The file is larger than ${megabytes} MB.`,
  'wrong-encoding': () => 'The text is in an encoding that cannot be read. Save it as UTF-8 and try again.',
  broken: (where: string) => `The file is damaged or incomplete: ${where}.`,
  'forbidden-xml': () => 'The file declares a document type or entities, which are not accepted.',
  'archive-bomb': (where: string) => `${where} in the archive would unpack to far more than the file itself.`,
  'archive-encrypted': () => 'The file is protected by a password. Save it without one and try again.',
  'nothing-inside': (where: string) => `There is nothing to import: ${where}.`,
  'unknown-version': (where: string) => `The file was written by another version of the product (${where}).`,
  'unsafe-key': (where: string) => `The file holds a name that is not accepted: ${where}.`,
  'too-deep': () => `The map is deeper than ${limits.chainNodes.toLocaleString('en')} levels.`,
  'too-many-nodes': () => `The map has more than ${limits.files.nodes.toLocaleString('en')} nodes.`,
  'text-too-long': (where: string) => `A title or description is too long: ${where}.`,
  'duplicate-id': (where: string) => `Two nodes have the same id: ${where}.`,
  'unknown-parent': (where: string) => `A node hangs from one that is not in the file: ${where}.`,
  cycle: (where: string) => `Nodes hang from each other in a circle: ${where}.`,
} as const

export type ImportFaultCode = keyof typeof importFaultTexts

export interface ImportFault {
  readonly code: ImportFaultCode
  readonly text: string
}

/** `remarks` say what was omitted from an accepted file. */
export type ImportResult =
  | { readonly ok: true; readonly value: InterchangeProject; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: ImportFault }

const longestQuote = 80

export const createImportFault = (code: ImportFaultCode, where = ''): ImportFault => ({
  code,
  text: importFaultTexts[code](where.length > longestQuote ? `${where.slice(0, longestQuote)}...` : where),
})

/** Thrown by a reader at any depth; `toImportResult` turns it into a value. It never leaves the package. */
export class ImportError extends Error {
  readonly fault: ImportFault

  constructor(code: ImportFaultCode, where?: string) {
    const fault = createImportFault(code, where)
    super(fault.text)
    this.fault = fault
  }
}

export function toImportResult(read: () => Extract<ImportResult, { ok: true }>): ImportResult {
  try {
    return read()
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, reason: error.fault }
    // A recursive reader has exhausted the stack. The JavaScript engine tells it only by the text of its error.
    if (error instanceof RangeError && error.message.includes('call stack'))
      return { ok: false, reason: createImportFault('too-deep') }
    throw error
  }
}
