/**
 * Counts events a key in windows of fixed length. A new window forgets all keys, so that it cannot grow for ever. The
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
