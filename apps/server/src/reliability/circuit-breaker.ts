export interface CircuitBreakerOptions {
  /** So many failures in a row open it. */
  readonly failures: number
  /** Open for so long; after that one call is let through to see. */
  readonly openMs: number
  readonly now?: () => number
}

/** What keeps a service that is down from costing every caller a time-out. */
export interface CircuitBreaker {
  /** Null: go ahead, and tell how it went. A number: not before so many milliseconds. */
  blockedForMs(): number | null
  recordSuccess(): void
  recordFailure(): void
  /** Neither: the call was given up for reasons of our own. */
  recordAbandoned(): void
}

export function createCircuitBreaker({ failures, openMs, now = Date.now }: CircuitBreakerOptions): CircuitBreaker {
  let inARow = 0
  let openUntil = 0
  let isTrying = false
  return {
    blockedForMs() {
      if (inARow < failures) return null
      const left = openUntil - now()
      if (left > 0) return left
      if (isTrying) return openMs
      isTrying = true
      return null
    },
    recordSuccess() {
      inARow = 0
      isTrying = false
    },
    recordFailure() {
      inARow += 1
      isTrying = false
      if (inARow >= failures) openUntil = now() + openMs
    },
    recordAbandoned: () => void (isTrying = false),
  }
}

/** One circuit a key; those that were not asked for longest are forgotten. */
export function createCircuitBreakers(options: CircuitBreakerOptions, most = 1_000): (key: string) => CircuitBreaker {
  const circuits = new Map<string, CircuitBreaker>()
  return (key) => {
    const known = circuits.get(key) ?? createCircuitBreaker(options)
    circuits.delete(key)
    circuits.set(key, known)
    const [oldest] = circuits.keys()
    if (circuits.size > most && oldest !== undefined) circuits.delete(oldest)
    return known
  }
}
