import type { IncomingMessage } from 'node:http'

/**
 * Ends work after so long, or with one of the others. The timer holds what it ends: a signal of `AbortSignal.any`
 * over a time limit that nobody else keeps is collected as garbage, and who waits for it waits for ever.
 */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  ...others: readonly AbortSignal[]
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('This took too long', 'TimeoutError')), ms)
  const ends = others.map((other) => {
    const end = (): void => controller.abort(other.reason)
    if (other.aborted) end()
    other.addEventListener('abort', end, { once: true })
    return () => other.removeEventListener('abort', end)
  })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

/** More came than anybody asks for. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
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

/**
 * The body of what `fetch` answered, until the signal ends it. The signal that `fetch` itself was given is forgotten
 * with the first collection of garbage once the headers are there: a service that falls silent held its caller for
 * minutes, until a limit of `fetch` itself.
 */
export async function* readBodyChunks(
  answer: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (answer.body === null) return
  const reader = answer.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    // What is cancelled reads as if it had ended well.
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** The body as text, as far as it is wanted. */
export async function readBodyText(answer: Response, signal: AbortSignal, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of readBodyChunks(answer, signal)) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new ResponseTooLargeError('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
