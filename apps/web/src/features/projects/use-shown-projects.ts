import { findHits, searchTextOf } from '@espalier/domain'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { people, personText } from '../../data/people/index.ts'
import type { ListedProject } from '../../data/projects/index.ts'
import { type Sort, sortProjects } from './sort-projects.ts'

/** Those whose name holds the text, in the order asked for. */
export function useShownProjects(
  projects: readonly ListedProject[],
  search: string,
  sort: Sort,
): readonly ListedProject[] {
  const found = useMemo(() => searchByName(projects, search), [projects, search])
  const owners = useOwnerTexts(found, sort.column === 'owner')
  return useMemo(() => sortProjects(found, sort, (id) => owners.get(id) ?? ''), [found, sort, owners])
}

function searchByName(projects: readonly ListedProject[], search: string): readonly ListedProject[] {
  const texts = projects.map(({ id, title }) => ({ id, text: searchTextOf({ title, body: '' }) }))
  const hits = findHits(texts, search)
  if (hits === null) return projects
  const wanted = new Set(hits)
  return projects.filter(({ id }) => wanted.has(id))
}

const nobody: ReadonlyMap<string, string> = new Map()

/** Everybody has to be known before a list can be sorted by them; otherwise only those who are drawn are looked up. */
function useOwnerTexts(projects: readonly ListedProject[], isWanted: boolean): ReadonlyMap<string, string> {
  const ids = useMemo(() => (isWanted ? [...new Set(projects.map(({ owner }) => owner))] : []), [projects, isWanted])
  const texts = useSyncExternalStore(people.subscribe, () =>
    JSON.stringify(ids.map((id) => personText(people.get(id)))),
  )
  useEffect(() => ids.forEach((id) => people.want(id)), [ids])
  return useMemo(() => {
    if (ids.length === 0) return nobody
    const known: unknown[] = JSON.parse(texts)
    return new Map(ids.map((id, place) => [id, String(known[place])]))
  }, [ids, texts])
}
