/** What is still to be sent. With the wire away it waits here; hints about the same thing wait as one. */
export interface SendQueue {
  enqueue(key: string | null, text: string): void
  /** Settles when everything is sent or cannot be; never rejects. */
  flush(): Promise<void>
}

const batchSize = 500
// Everyone looks for themselves every few seconds: hints older than the last so many are worth nothing.
const maxWaitingTexts = 5_000

/** False from `send`: not now. */
export function createSendQueue(send: (texts: readonly string[]) => Promise<boolean>): SendQueue {
  const waiting = new Map<string, string>()
  let count = 0
  let sending: Promise<void> | null = null

  // The wire may open while an attempt is just failing: who asked meanwhile is not to wait for the next message.
  let isAskedAgain = false

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      isAskedAgain = false
      const some = [...waiting].slice(0, batchSize)
      for (const [key] of some) waiting.delete(key)
      if (await send(some.map(([, text]) => text))) continue
      const newer = [...waiting]
      waiting.clear()
      for (const [key, text] of [...some, ...newer].slice(-maxWaitingTexts)) waiting.set(key, text)
      if (!isAskedAgain) return
    }
  }
  const flush = (): Promise<void> => {
    isAskedAgain = true
    return (sending ??= sendAll().finally(() => (sending = null)))
  }
  return {
    enqueue(key, text) {
      const name = key ?? `${(count += 1)}`
      waiting.delete(name)
      waiting.set(name, text)
      const [oldest] = waiting.keys()
      if (waiting.size > maxWaitingTexts && oldest !== undefined) waiting.delete(oldest)
      void flush()
    },
    flush,
  }
}
