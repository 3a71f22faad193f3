/** Waits for a condition that others change and announce. */
export interface Condition {
  /** Checks the condition again. */
  changed(): void
  /** Resolves to false when it did not become true in time. */
  until(holds: () => boolean, limitMs: number): Promise<boolean>
}

export function createCondition(): Condition {
  const waiting = new Set<() => void>()
  return {
    changed: () => waiting.forEach((check) => check()),
    until: (holds, limitMs) =>
      new Promise((resolve) => {
        const settle = (came: boolean): void => {
          waiting.delete(check)
          clearTimeout(timer)
          resolve(came)
        }
        const check = (): void => void (holds() && settle(true))
        const timer = setTimeout(() => settle(false), limitMs)
        waiting.add(check)
        check()
      }),
  }
}
