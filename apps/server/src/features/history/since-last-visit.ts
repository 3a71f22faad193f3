import type { Viewer } from '../../api/viewer.ts'
import { readLastVisit } from '../../database/read-change-log.ts'
import { getUserId } from '../projects/index.ts'
import { type HistoryEntry, type HistoryReaderOptions, readProjectHistory } from './read-history.ts'

/** One look at the history is enough: nobody reads more than this when they come back. */
const mostEntries = 100

/** Returns what others have changed since the person last left the project. On a first visit everything is new, so nothing is listed. */
export async function readChangesSinceLastVisit(
  options: HistoryReaderOptions,
  viewer: Viewer,
  projectId: string,
): Promise<readonly HistoryEntry[]> {
  const { entries } = await readProjectHistory(options, viewer, { projectId, before: null, first: mostEntries })
  const userId = getUserId(viewer)
  const seq = userId === null ? null : await readLastVisit(options.database.pool, projectId, userId)
  if (seq === null) return []
  return groupByNode(entries.filter((entry) => entry.seq > seq && entry.by?.id !== userId))
}

/** Brings entries about the same node together, where the latest of them is. */
function groupByNode(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const groups = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const key = entry.nodeIds[0] ?? ''
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].flat()
}
