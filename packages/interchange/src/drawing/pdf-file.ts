import { strToU8, zlibSync } from 'fflate'

/** The objects of a PDF, numbered as they are added. */
export interface PdfFile {
  /** Reserves the number of an object that is written later. */
  reserve(): number
  write(number: number, dictionary: string): void
  writeStream(number: number, dictionary: string, content: Uint8Array): void
  finish(rootNumber: number): Uint8Array
}

const toLatin1 = (text: string): Uint8Array => strToU8(text, true)

export function createPdfFile(): PdfFile {
  const chunks: Uint8Array[] = [toLatin1('%PDF-1.6\n%\u00e2\u00e3\u00cf\u00d3\n')]
  const offsets: number[] = [0]
  let length = chunks[0]?.length ?? 0
  const add = (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
  }
  const begin = (number: number) => {
    offsets[number] = length
    add(toLatin1(`${number} 0 obj\n`))
  }
  return {
    reserve: () => offsets.push(0) - 1,
    write: (number, dictionary) => {
      begin(number)
      add(toLatin1(`${dictionary}\nendobj\n`))
    },
    writeStream: (number, dictionary, content) => {
      // The usual level takes half as long again for two percent less.
      const packed = zlibSync(content, { level: 3 })
      begin(number)
      add(toLatin1(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`))
      add(packed)
      add(toLatin1('\nendstream\nendobj\n'))
    },
    finish: (rootNumber) => {
      const start = length
      const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      add(toLatin1(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`))
      add(toLatin1(`trailer\n<< /Size ${offsets.length} /Root ${rootNumber} 0 R >>\nstartxref\n${start}\n%%EOF\n`))
      return joinChunks(chunks, length)
    },
  }
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

export const writeFontDictionary = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
