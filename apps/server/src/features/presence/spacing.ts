export interface PresenceThrottleOptions {
  send(projectId: string): void
  /** How many would be told. */
  countSubscribers(projectId: string): number
}

/** Tells of changes at once, but not too often: a thousand who come together must not each be told of each. */
export interface PresenceThrottle {
  changed(projectId: string): void
  stop(): void
}

const minGapMs = 100
const gapMsPerListener = 1

export function createPresenceThrottle({ send: tell, countSubscribers: sizeOf }: PresenceThrottleOptions): PresenceThrottle {
  /** Projects that were told of within their gap, and whether they changed since. */
  const resting = new Map<string, { readonly timer: NodeJS.Timeout; isChanged: boolean }>()
  const rest = (projectId: string): void => {
    const wake = (): void => {
      const entry = resting.get(projectId)
      resting.delete(projectId)
      if (entry?.isChanged === true) changed(projectId)
    }
    const timer = setTimeout(wake, minGapMs + gapMsPerListener * sizeOf(projectId)).unref()
    resting.set(projectId, { timer, isChanged: false })
  }
  const changed = (projectId: string): void => {
    const entry = resting.get(projectId)
    if (entry !== undefined) {
      entry.isChanged = true
      return
    }
    if (sizeOf(projectId) === 0) return
    rest(projectId)
    tell(projectId)
  }
  return {
    changed,
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
