/** Calls very many callbacks repeatedly: one timer serves all of them, a part at each tick. */
export interface SharedInterval {
  /** Returns the unsubscribe function. */
  add(beat: () => void): () => void
}

const maxParts = 16

export function createSharedInterval(everyMs: number): SharedInterval {
  const parts = Array.from({ length: Math.max(1, Math.min(maxParts, everyMs)) }, () => new Set<() => void>())
  let turn = 0
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const tick = (): void => {
    turn = (turn + 1) % parts.length
    for (const call of parts[turn] ?? []) call()
  }
  const leave = (part: Set<() => void>, call: () => void): void => {
    if (!part.delete(call)) return
    size -= 1
    if (size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    add(call) {
      // Added behind the current tick, so that the first call comes a whole round later.
      const part = parts[turn] ?? new Set()
      part.add(call)
      size += 1
      timer ??= setInterval(tick, everyMs / parts.length)
      return () => leave(part, call)
    },
  }
}

/**
 * Counts events per key in windows of fixed length. A new window forgets all keys, so that memory does not grow. The
 * clock is monotonic: one that is set back by an hour would make a window of a minute last an hour.
 */
export function createWindowCounter(
  windowMs: number,
  now: () => number = () => performance.now(),
): (key: string) => number {
  let startedAt = now()
  let counts = new Map<string, number>()
  return (key) => {
    if (now() - startedAt >= windowMs) {
      startedAt = now()
      counts = new Map()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}
