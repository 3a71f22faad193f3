export interface SpacingOptions {
  tell(projectId: string): void
  /** How many would be told. */
  sizeOf(projectId: string): number
}

/** Tells of changes at once, but not too often: a thousand who come together must not each be told of each. */
export interface Spacing {
  changed(projectId: string): void
  stop(): void
}

const gapMs = 100
const gapMsPerListener = 1

export function createSpacing({ tell, sizeOf }: SpacingOptions): Spacing {
  /** Projects that were told of within their gap, and whether they changed since. */
  const resting = new Map<string, { readonly timer: NodeJS.Timeout; isChanged: boolean }>()
  const rest = (projectId: string): void => {
    const wake = (): void => {
      const entry = resting.get(projectId)
      resting.delete(projectId)
      if (entry?.isChanged === true) changed(projectId)
    }
    const timer = setTimeout(wake, gapMs + gapMsPerListener * sizeOf(projectId)).unref()
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
