import type { CustomFetch } from 'openid-client'

const maxBodyBytes = 1_000_000

/**
 * A `fetch` that gives up after so long, in the middle of an answer too, and answers only once the whole body is
 * there. The signal that `fetch` itself takes does not suffice: depending on how it was made, Node 20 forgets it with
 * the first collection of garbage after the headers, and a provider that falls silent would hold the sign-in for
 * minutes. An answer that is far longer than any honest one is refused.
 */
export const createFetchWithTimeout =
  (patienceMs: number): CustomFetch =>
  async (address, options) => {
    const controller = new AbortController()
    const late = new DOMException('The provider took too long', 'TimeoutError')
    const timer = setTimeout(() => controller.abort(late), patienceMs)
    try {
      const answer = await fetch(address, { ...(options as RequestInit), signal: controller.signal })
      const body = await readProviderBody(answer, controller.signal)
      return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
    } finally {
      clearTimeout(timer)
    }
  }

async function readProviderBody(answer: Response, signal: AbortSignal): Promise<Buffer | null> {
  if (answer.body === null) return null
  const reader = answer.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A body that was canceled reads as if it had ended well.
      signal.throwIfAborted()
      if (done) return Buffer.concat(chunks)
      bytes += value.byteLength
      if (bytes > maxBodyBytes) throw new RangeError('The answer of the provider is too long')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
