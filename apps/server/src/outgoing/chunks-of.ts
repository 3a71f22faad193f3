/**
 * The body of what `fetch` answered, until the signal ends it. The signal that `fetch` itself was given is forgotten
 * with the first collection of garbage once the headers are there: a service that falls silent held its caller for
 * minutes, until a limit of `fetch` itself.
 */
export async function* readBodyChunks(answer: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
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
