import type { IncomingMessage } from 'node:http'

/** The body exceeds the limit. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
}

/** Reads the whole response unless it exceeds the limit: then the connection is cut. */
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
 * Reads the body of a `fetch` response until the signal aborts it. The signal given to `fetch` itself is lost at the
 * first garbage collection after the headers: a stalled service blocked its caller for minutes, until a limit of
 * `fetch` itself.
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
    // A canceled body reads as if it had ended normally.
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Reads the body as text up to the limit. */
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
