import { chunksOf } from './chunks-of.ts'

/** More came than anybody asks for. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** The body as text, as far as it is wanted. */
export async function textOf(answer: Response, signal: AbortSignal, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunksOf(answer, signal)) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new AnswerTooLong('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
