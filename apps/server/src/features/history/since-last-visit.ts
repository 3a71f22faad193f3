import type { Viewer } from '../../api/viewer.ts'
import { type LastVisit, readLastVisit } from '../../database/read-change-log.ts'
import { findProjectForViewer, getUserId, requireProjectAccess } from '../projects/index.ts'
import { historyPolicy } from './policy.ts'
import { type HistoryEntry, type HistoryReaderOptions, readProjectHistory } from './read-history.ts'

const pageSize = 100
/** Nobody reads more than this when they come back, and what they did themselves counts too. */
const mostPages = 5

/** Returns what others have changed since the person last left the project. On a first visit everything is new, so nothing is listed. */
export async function readChangesSinceLastVisit(
  options: HistoryReaderOptions,
  viewer: Viewer,
  projectId: string,
): Promise<readonly HistoryEntry[]> {
  const visit = await findLastVisit(options, viewer, projectId)
  if (visit === null) return []
  const userId = getUserId(viewer)
  const found: HistoryEntry[] = []
  let before: number | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { entries, next } = await readProjectHistory(options, viewer, { projectId, before, first: pageSize })
    found.push(...entries.filter(({ seq, by }) => seq > visit.seq && by?.id !== userId))
    if (next === null || next <= visit.seq) break
    before = next
  }
  return groupByNode(found)
}

export async function readLastVisitTime(
  options: HistoryReaderOptions,
  viewer: Viewer,
  projectId: string,
): Promise<number | null> {
  return (await findLastVisit(options, viewer, projectId))?.leftAt.getTime() ?? null
}

async function findLastVisit(
  { database: { pool }, audit }: HistoryReaderOptions,
  viewer: Viewer,
  projectId: string,
): Promise<LastVisit | null> {
  const found = await findProjectForViewer(pool, viewer, projectId)
  const { project } = requireProjectAccess(found, { viewer, rule: historyPolicy['history.read'], audit })
  const userId = getUserId(viewer)
  return userId === null ? null : readLastVisit(pool, project.id, userId)
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
