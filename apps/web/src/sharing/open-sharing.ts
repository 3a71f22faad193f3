import { createCell, useCell } from '../platform/cell.ts'

const openProjectId = createCell<string | null>(null)

/** Opens the share dialog of a project from anywhere. */
export const openSharing = (projectId: string): void => openProjectId.set(projectId)

export const closeSharing = (): void => openProjectId.set(null)

/** Returns the project whose share dialog is open. */
export const useSharingTarget = (): string | null => useCell(openProjectId)
