import { findSearchHits, nodeStatuses, toSearchText } from '@espalier/domain'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { formatPerson, peopleStore } from '../../api/people.ts'
import type { ListedProject } from '../../api/projects.ts'

export const sortColumns = ['name', 'status', 'owner', 'updated'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface ProjectSort {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

export const defaultProjectSort: ProjectSort = { column: 'updated', direction: 'descending' }

/** Dates start with the latest, other columns ascend; the same column again reverses the order. */
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

/** Equal projects are ordered by name, then by id, so that nothing jumps when the list is refetched. */
function sortProjects(
  projects: readonly ListedProject[],
  { column, direction }: ProjectSort,
  ownerText: (id: string) => string,
): readonly ListedProject[] {
  const compare = createComparator(column, ownerText)
  const sign = direction === 'ascending' ? 1 : -1
  return projects.toSorted(
    (one, other) =>
      sign * compare(one, other) || nameCollator.compare(one.title, other.title) || (one.id < other.id ? -1 : 1),
  )
}

/** Returns the projects whose name contains the text, sorted. */
export function useShownProjects(
  projects: readonly ListedProject[],
  search: string,
  sort: ProjectSort,
): readonly ListedProject[] {
  const found = useMemo(() => searchByName(projects, search), [projects, search])
  const owners = useOwnerNames(found, sort.column === 'owner')
  return useMemo(() => sortProjects(found, sort, (id) => owners.get(id) ?? ''), [found, sort, owners])
}

function searchByName(projects: readonly ListedProject[], search: string): readonly ListedProject[] {
  const texts = projects.map(({ id, title }) => ({ id, text: toSearchText({ title, body: '' }) }))
  const hits = findSearchHits(texts, search)
  if (hits === null) return projects
  const wanted = new Set(hits)
  return projects.filter(({ id }) => wanted.has(id))
}

const noOwners: ReadonlyMap<string, string> = new Map()

/** Sorting by owner needs everybody's name; otherwise only the owners of visible rows are looked up. */
function useOwnerNames(projects: readonly ListedProject[], isWanted: boolean): ReadonlyMap<string, string> {
  const ids = useMemo(() => (isWanted ? [...new Set(projects.map(({ owner }) => owner))] : []), [projects, isWanted])
  const texts = useSyncExternalStore(peopleStore.subscribe, () =>
    JSON.stringify(ids.map((id) => formatPerson(peopleStore.get(id)))),
  )
  useEffect(() => ids.forEach((id) => peopleStore.lookUp(id)), [ids])
  return useMemo(() => {
    if (ids.length === 0) return noOwners
    const known: unknown[] = JSON.parse(texts)
    return new Map(ids.map((id, index) => [id, String(known[index])]))
  }, [ids, texts])
}
