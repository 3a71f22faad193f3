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

/** Resolves to the result of work, or of `late` when it takes longer. The work itself goes on; `late` may throw. */
export async function waitAtMost<Value, Late>(
  ms: number,
  work: Promise<Value>,
  late: () => Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<typeof isLate>((resolve) => (timer = setTimeout(() => resolve(isLate), ms)))
  try {
    const first = await Promise.race([work, timeout])
    return first === isLate ? late() : first
  } finally {
    clearTimeout(timer)
  }
}

const isLate = Symbol('late')
