import type { IncomingMessage } from 'node:http'

export class ResponseTooLargeError extends Error {
  override readonly name = 'AnswerTooLong'
}

/** All of an answer, unless it has more bytes than are wanted: then the line is cut. */
export async function readBodyBytes(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) {
      answer.destroy()
      throw new ResponseTooLargeError('the answer is too long')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
