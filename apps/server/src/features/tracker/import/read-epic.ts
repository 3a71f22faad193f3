import type { Result } from '@espalier/domain'
import type { TrackerFailure, TrackerIssue, TrackerReadOptions, TrackerSite } from '../../../ports/tracker.ts'

export const maxImportedIssues = 10_000
const maxLevels = 20

/** An epic and all its descendants, parents before children, siblings in the tracker's order. */
export interface EpicIssues {
  readonly epic: TrackerIssue
  readonly issues: readonly TrackerIssue[]
}

export interface ReadEpicOptions extends TrackerReadOptions {
  /** Reports how many issues have been read and the total; null if the total is not known yet. */
  readonly onProgress: (done: number, total: number | null) => void
}

export type ReadEpicAnswer = Result<EpicIssues, TrackerFailure | 'too-many'>

/** Reads level by level: one request for fifty parents, and none for an issue without children. */
export async function readEpic(site: TrackerSite, key: string, options: ReadEpicOptions): Promise<ReadEpicAnswer> {
  const { onProgress, ...reading } = options
  const first = await site.issue(key, reading)
  if (!first.ok) return first
  const epic: TrackerIssue = { ...first.value, parentKey: null }
  const issues = new Map<string, TrackerIssue>([[epic.id, epic]])
  let level: readonly TrackerIssue[] = [epic]
  for (let depth = 0; depth < maxLevels; depth += 1) {
    const parents = level.filter(({ mayHaveChildren }) => mayHaveChildren)
    const total = estimateTotal(issues.size, level)
    onProgress(issues.size, total)
    if (parents.length === 0) break
    const before = issues.size
    const below = await site.children(
      parents.map(({ key }) => key),
      { ...reading, onPage: (count) => onProgress(before + count, total) },
    )
    if (!below.ok) return below
    level = below.value.filter(({ id }) => !issues.has(id)).map((issue) => assignParentAmong(issue, parents))
    for (const issue of level) issues.set(issue.id, issue)
    if (issues.size > maxImportedIssues) return { ok: false, reason: 'too-many' }
  }
  return { ok: true, value: { epic, issues: [...issues.values()] } }
}

/** Parents list their sub-tasks; the number of an epic's children is known only after reading them. */
function estimateTotal(known: number, level: readonly TrackerIssue[]): number | null {
  if (level.some(({ mayHaveChildren, subtaskCount }) => mayHaveChildren && subtaskCount === 0)) return null
  return known + level.reduce((sum, { subtaskCount }) => sum + subtaskCount, 0)
}

/** The issue was found below one of these, even if it does not name its parent. */
function assignParentAmong(issue: TrackerIssue, parents: readonly TrackerIssue[]): TrackerIssue {
  const isKnown = parents.some(({ key }) => key === issue.parentKey)
  return isKnown ? issue : { ...issue, parentKey: parents[0]?.key ?? null }
}
