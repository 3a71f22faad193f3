import type { IncomingMessage } from 'node:http'

/**
 * Aborts work after a timeout or with one of the other signals. The timer references what it aborts: a signal of
 * `AbortSignal.any` over a timeout that nothing else references is garbage collected, and the work would wait forever.
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
