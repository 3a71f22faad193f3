import { formatPersonName } from '@espalier/domain'
import type { AwayEntry } from '../../api/history.ts'
import { formatAge } from '../../shared/time-in-words.ts'
import { awayTexts as texts } from '../../texts/away.ts'
import { startOfDay } from '../history/group-entries.ts'
import type { AwayChanges } from './away-changes.ts'

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** Returns the sentence of what changed by whom. The one who changed most is named. */
export function summarizeChanges({ entries, leftAt }: AwayChanges, now: number): string {
  const counts = new Map<string, { readonly name: string; count: number }>()
  for (const { by } of entries) {
    const known = counts.get(by?.id ?? '') ?? { name: formatPersonName(by ?? {}), count: 0 }
    known.count += 1
    counts.set(by?.id ?? '', known)
  }
  const [first] = [...counts.values()].sort((one, other) => other.count - one.count)
  return texts.summary({
    name: first?.name ?? '',
    others: counts.size - 1,
    nodes: countNodes(entries),
    when: leftAt === null ? null : formatVisit(leftAt, now),
  })
}

/** An entry of very many nodes names only the first of them. */
function countNodes(entries: readonly AwayEntry[]): number {
  const named = new Set(entries.flatMap(({ nodeIds }) => nodeIds))
  const unnamed = entries.reduce((sum, { nodeCount, nodeIds }) => sum + Math.max(0, nodeCount - nodeIds.length), 0)
  return named.size + unnamed
}

function formatVisit(at: number, now: number): string {
  const today = startOfDay(now)
  if (at < today && at >= startOfDay(today - 1)) return texts.yesterday
  return (at >= today ? formatAge(at, now) : null) ?? texts.onDay(dayFormat.format(at))
}

type Values = Readonly<Record<string, unknown>>

/** Returns what was and what is, one line for each field that can be read. A new or deleted node has none. */
export function describeBeforeAndAfter({ kind, changes, nodeCount }: AwayEntry): readonly string[] {
  const [change] = changes
  if (kind !== 'nodes_changed' || change === undefined || nodeCount > 1) return []
  const [before, after] = [change.before as Values, change.after as Values]
  return Object.entries(texts.fields)
    .filter(([field]) => field in before && field in after)
    .map(([field, label]) => texts.value(label, formatValue(field, before[field]), formatValue(field, after[field])))
}

function formatValue(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    const titles = value.map((one) => String((one as { readonly title?: unknown }).title ?? ''))
    return titles.join(', ') || (field === 'parents' ? texts.topLevel : texts.none)
  }
  if (field === 'status') return texts.statuses[value as keyof typeof texts.statuses] ?? texts.none
  return value === null || value === undefined || value === '' ? texts.none : String(value)
}
