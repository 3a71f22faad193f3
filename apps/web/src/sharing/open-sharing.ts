import { useSyncExternalStore } from 'react'

let openProjectId: string | null = null
const listeners = new Set<() => void>()

function setOpenProject(next: string | null): void {
  if (next === openProjectId) return
  openProjectId = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the share dialog of a project from anywhere. */
export const openSharing = (projectId: string): void => setOpenProject(projectId)

export const closeSharing = (): void => setOpenProject(null)

/** Returns the project whose share dialog is open. */
export const useSharingTarget = (): string | null => useSyncExternalStore(subscribe, () => openProjectId)
