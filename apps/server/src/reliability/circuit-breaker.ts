export interface CircuitBreakerOptions {
  /** The number of consecutive failures that opens it. */
  readonly failures: number
  /** How long it stays open; after that one call is let through as a test. */
  readonly openMs: number
  readonly now?: () => number
}

/** Prevents a failing service from costing every caller a timeout. */
export interface CircuitBreaker {
  /** Null: proceed and record the outcome. A number: not before this many milliseconds. */
  blockedForMs(): number | null
  recordSuccess(): void
  recordFailure(): void
  /** Records neither success nor failure: the call was abandoned for reasons of our own. */
  recordAbandoned(): void
}

export function createCircuitBreaker({ failures, openMs, now = Date.now }: CircuitBreakerOptions): CircuitBreaker {
  let consecutiveFailures = 0
  let openUntil = 0
  let isProbing = false
  return {
    blockedForMs() {
      if (consecutiveFailures < failures) return null
      const left = openUntil - now()
      if (left > 0) return left
      if (isProbing) return openMs
      isProbing = true
      return null
    },
    recordSuccess() {
      consecutiveFailures = 0
      isProbing = false
    },
    recordFailure() {
      consecutiveFailures += 1
      isProbing = false
      if (consecutiveFailures >= failures) openUntil = now() + openMs
    },
    recordAbandoned: () => void (isProbing = false),
  }
}

/** One circuit breaker per key; the least recently used ones are dropped. */
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
