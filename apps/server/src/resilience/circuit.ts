export interface CircuitOptions {
  /** So many failures in a row open it. */
  readonly failures: number
  /** Open for so long; after that one call is let through to see. */
  readonly openMs: number
  readonly now?: () => number
}

/** What keeps a service that is down from costing every caller a time-out. */
export interface Circuit {
  /** Null: go ahead, and tell how it went. A number: not before so many milliseconds. */
  refusal(): number | null
  succeeded(): void
  failed(): void
  /** Neither: the call was given up for reasons of our own. */
  abandoned(): void
}

export function createCircuit({ failures, openMs, now = Date.now }: CircuitOptions): Circuit {
  let inARow = 0
  let openUntil = 0
  let isTrying = false
  return {
    refusal() {
      if (inARow < failures) return null
      const left = openUntil - now()
      if (left > 0) return left
      if (isTrying) return openMs
      isTrying = true
      return null
    },
    succeeded() {
      inARow = 0
      isTrying = false
    },
    failed() {
      inARow += 1
      isTrying = false
      if (inARow >= failures) openUntil = now() + openMs
    },
    abandoned: () => void (isTrying = false),
  }
}

/** One circuit a key; those that were not asked for longest are forgotten. */
export function createCircuits(options: CircuitOptions, most = 1_000): (key: string) => Circuit {
  const circuits = new Map<string, Circuit>()
  return (key) => {
    const known = circuits.get(key) ?? createCircuit(options)
    circuits.delete(key)
    circuits.set(key, known)
    const [oldest] = circuits.keys()
    if (circuits.size > most && oldest !== undefined) circuits.delete(oldest)
    return known
  }
}
