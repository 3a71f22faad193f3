import { type ImportFaultCode, importFaultTexts } from './import-texts.ts'
import type { InterchangeProject } from './project.ts'

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
