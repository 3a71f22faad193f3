import type { NodePriority } from '@espalier/domain'
import type { TrackerNamed } from '../../../ports/tracker.ts'

const scale = ['urgent', 'high', 'medium', 'low'] as const satisfies readonly NodePriority[]
type SetPriority = (typeof scale)[number]

/** The names that trackers come with. */
const priorityByName: ReadonlyMap<string, SetPriority> = new Map([
  ['highest', 'urgent'],
  ['blocker', 'urgent'],
  ['critical', 'urgent'],
  ['urgent', 'urgent'],
  ['high', 'high'],
  ['major', 'high'],
  ['medium', 'medium'],
  ['normal', 'medium'],
  ['low', 'low'],
  ['minor', 'low'],
  ['lowest', 'low'],
  ['trivial', 'low'],
])

/** A priority with a name of the site's own is ranked by its place in the list, which goes from the highest to the lowest. */
function rankPriority(priorities: readonly TrackerNamed[], id: string): SetPriority | undefined {
  const at = priorities.findIndex((priority) => priority.id === id)
  const priority = priorities[at]
  if (priority === undefined) return undefined
  const byName = priorityByName.get(priority.name.trim().toLowerCase())
  if (byName !== undefined) return byName
  return priorities.length === 1 ? 'medium' : scale[Math.round((at / (priorities.length - 1)) * (scale.length - 1))]
}

/** Undefined: a priority that the site did not list. */
export const toNodePriority = (priorities: readonly TrackerNamed[], id: string | null): NodePriority | undefined =>
  id === null ? 'none' : rankPriority(priorities, id)

/**
 * The id of the tracker's priority: the present one if it means the same, else the first that does, else the nearest.
 * Null: issues cannot be without a priority, so none stays as the tracker has it.
 */
export function toTrackerPriority(
  priorities: readonly TrackerNamed[],
  priority: NodePriority,
  present: string | null,
): string | null {
  if (priority === 'none') return null
  if (toNodePriority(priorities, present) === priority) return present
  const distance = (id: string): number => {
    const ranked = rankPriority(priorities, id)
    return ranked === undefined ? scale.length : Math.abs(scale.indexOf(ranked) - scale.indexOf(priority))
  }
  const [nearest] = priorities.toSorted((left, right) => distance(left.id) - distance(right.id))
  return nearest?.id ?? null
}
