import { strToU8, zlibSync } from 'fflate'

/** The objects of a PDF, numbered as they are added. */
export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): number
  write(number: number, dictionary: string): void
  writeStream(number: number, dictionary: string, content: Uint8Array): void
  finish(rootNumber: number): Uint8Array
}

const latin = (text: string): Uint8Array => strToU8(text, true)

export function createPdfFile(): PdfFile {
  const chunks: Uint8Array[] = [latin('%PDF-1.6\n%\u00e2\u00e3\u00cf\u00d3\n')]
  const offsets: number[] = [0]
  let length = chunks[0]?.length ?? 0
  const add = (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
  }
  const begin = (number: number) => {
    offsets[number] = length
    add(latin(`${number} 0 obj\n`))
  }
  return {
    reserve: () => offsets.push(0) - 1,
    write: (number, dictionary) => {
      begin(number)
      add(latin(`${dictionary}\nendobj\n`))
    },
    writeStream: (number, dictionary, content) => {
      const packed = zlibSync(content)
      begin(number)
      add(latin(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`))
      add(packed)
      add(latin('\nendstream\nendobj\n'))
    },
    finish: (rootNumber) => {
      const start = length
      const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      add(latin(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`))
      add(latin(`trailer\n<< /Size ${offsets.length} /Root ${rootNumber} 0 R >>\nstartxref\n${start}\n%%EOF\n`))
      return joined(chunks, length)
    },
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
