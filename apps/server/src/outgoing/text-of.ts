import { readBodyChunks } from './chunks-of.ts'

/** More came than anybody asks for. */
export class FetchBodyTooLargeError extends Error {
  override readonly name = 'AnswerTooLong'
}

/** The body as text, as far as it is wanted. */
export async function readBodyText(answer: Response, signal: AbortSignal, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of readBodyChunks(answer, signal)) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new FetchBodyTooLargeError('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
