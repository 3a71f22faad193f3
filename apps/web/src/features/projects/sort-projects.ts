import { nodeStatuses } from '@espalier/domain'
import type { ListedProject } from '../../data/projects/index.ts'

export const sortColumns = ['name', 'status', 'owner', 'updated'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface Sort {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

export const defaultSort: Sort = { column: 'updated', direction: 'descending' }

/** The latest first, everything else from its beginning; the same column again is turned round. */
export function nextSort({ column, direction }: Sort, pressed: SortColumn): Sort {
  if (pressed !== column) return { column: pressed, direction: pressed === 'updated' ? 'descending' : 'ascending' }
  return { column, direction: direction === 'ascending' ? 'descending' : 'ascending' }
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

type Compare = (one: ListedProject, other: ListedProject) => number

function comparing(column: SortColumn, ownerText: (id: string) => string): Compare {
  switch (column) {
    case 'name':
      return (one, other) => names.compare(one.title, other.title)
    case 'status':
      return (one, other) => nodeStatuses.indexOf(one.completionStatus) - nodeStatuses.indexOf(other.completionStatus)
    case 'owner':
      return (one, other) => names.compare(ownerText(one.owner), ownerText(other.owner))
    case 'updated':
      return (one, other) => one.updatedAt - other.updatedAt
  }
}

/** Equal ones stand by name, then by id, so that nothing jumps when the list is read again. */
export function sortProjects(
  projects: readonly ListedProject[],
  { column, direction }: Sort,
  ownerText: (id: string) => string,
): readonly ListedProject[] {
  const compare = comparing(column, ownerText)
  const sign = direction === 'ascending' ? 1 : -1
  return projects.toSorted(
    (one, other) => sign * compare(one, other) || names.compare(one.title, other.title) || (one.id < other.id ? -1 : 1),
  )
}
