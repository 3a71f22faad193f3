/** Waits for something that others bring about, and say so. */
export interface Awaited {
  /** Look again. */
  changed(): void
  /** False where it did not come in time. */
  until(holds: () => boolean, limitMs: number): Promise<boolean>
}

export function awaited(): Awaited {
  const waiting = new Set<() => void>()
  return {
    changed: () => waiting.forEach((look) => look()),
    until: (holds, limitMs) =>
      new Promise((resolve) => {
        const settle = (came: boolean): void => {
          waiting.delete(look)
          clearTimeout(timer)
          resolve(came)
        }
        const look = (): void => void (holds() && settle(true))
        const timer = setTimeout(() => settle(false), limitMs)
        waiting.add(look)
        look()
      }),
  }
}
