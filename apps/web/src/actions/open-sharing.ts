import { useSyncExternalStore } from 'react'

let target: string | null = null
const listeners = new Set<() => void>()

function become(next: string | null): void {
  if (next === target) return
  target = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the share dialog of a project, from wherever the person is. */
export const openSharing = (projectId: string): void => become(projectId)

export const closeSharing = (): void => become(null)

/** The project whose share dialog is open. */
export const useSharingTarget = (): string | null => useSyncExternalStore(subscribe, () => target)
