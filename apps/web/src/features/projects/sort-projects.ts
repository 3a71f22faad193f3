import { nodeStatuses } from '@espalier/domain'
import type { ListedProject } from '../../data/projects/index.ts'

export const sortColumns = ['name', 'status', 'owner', 'updated'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface ProjectSort {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

export const defaultProjectSort: ProjectSort = { column: 'updated', direction: 'descending' }

/** The latest first, everything else from its beginning; the same column again is turned round. */
export function toggleSort({ column, direction }: ProjectSort, pressed: SortColumn): ProjectSort {
  if (pressed !== column) return { column: pressed, direction: pressed === 'updated' ? 'descending' : 'ascending' }
  return { column, direction: direction === 'ascending' ? 'descending' : 'ascending' }
}

const nameCollator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

type ProjectComparator = (one: ListedProject, other: ListedProject) => number

function createComparator(column: SortColumn, ownerText: (id: string) => string): ProjectComparator {
  switch (column) {
    case 'name':
      return (one, other) => nameCollator.compare(one.title, other.title)
    case 'status':
      return (one, other) => nodeStatuses.indexOf(one.completionStatus) - nodeStatuses.indexOf(other.completionStatus)
    case 'owner':
      return (one, other) => nameCollator.compare(ownerText(one.owner), ownerText(other.owner))
    case 'updated':
      return (one, other) => one.updatedAt - other.updatedAt
  }
}

/** Equal ones stand by name, then by id, so that nothing jumps when the list is read again. */
export function sortProjects(
  projects: readonly ListedProject[],
  { column, direction }: ProjectSort,
  ownerText: (id: string) => string,
): readonly ListedProject[] {
  const compare = createComparator(column, ownerText)
  const sign = direction === 'ascending' ? 1 : -1
  return projects.toSorted(
    (one, other) => sign * compare(one, other) || nameCollator.compare(one.title, other.title) || (one.id < other.id ? -1 : 1),
  )
}
