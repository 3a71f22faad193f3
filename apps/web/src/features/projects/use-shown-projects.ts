import { findSearchHits, toSearchText } from '@espalier/domain'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { peopleStore, formatPerson } from '../../data/people/index.ts'
import type { ListedProject } from '../../data/projects/index.ts'
import { type ProjectSort, sortProjects } from './sort-projects.ts'

/** Those whose name holds the text, in the order asked for. */
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

/** Everybody has to be known before a list can be sorted by them; otherwise only those who are drawn are looked up. */
function useOwnerNames(projects: readonly ListedProject[], isWanted: boolean): ReadonlyMap<string, string> {
  const ids = useMemo(() => (isWanted ? [...new Set(projects.map(({ owner }) => owner))] : []), [projects, isWanted])
  const texts = useSyncExternalStore(peopleStore.subscribe, () =>
    JSON.stringify(ids.map((id) => formatPerson(peopleStore.get(id)))),
  )
  useEffect(() => ids.forEach((id) => peopleStore.lookUp(id)), [ids])
  return useMemo(() => {
    if (ids.length === 0) return noOwners
    const known: unknown[] = JSON.parse(texts)
    return new Map(ids.map((id, place) => [id, String(known[place])]))
  }, [ids, texts])
}
