import { formatPersonName } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { peopleStore } from '../../api/people.ts'
import { auth } from '../../api/session/session.ts'
import type { TitlePerson } from './title-fields.ts'

const listMemberIds = (client: ProjectClient): readonly string[] => {
  const { owner, sharing } = client.project.get()
  return [...new Set([owner, ...Object.keys(sharing.users)])].filter((id) => id !== '')
}

/**
 * Resolves to the people of the project once all of them are looked up. The API gives their addresses; a name is known
 * of oneself and of those who have the project open.
 */
export function loadTitlePeople(client: ProjectClient): Promise<readonly TitlePerson[]> {
  const ids = listMemberIds(client)
  for (const id of ids) peopleStore.lookUp(id)
  const isLoading = () => ids.some((id) => peopleStore.get(id).kind === 'loading')
  return new Promise((resolve) => {
    if (!isLoading()) return resolve(ids.flatMap((id) => toPerson(id)))
    const stop = peopleStore.subscribe(() => {
      if (isLoading()) return
      stop()
      resolve(ids.flatMap((id) => toPerson(id)))
    })
  })
}

function toPerson(id: string): readonly TitlePerson[] {
  const state = auth.get()
  if (state.kind === 'person' && state.person.id === id)
    return [{ id, name: formatPersonName(state.person), email: state.person.email }]
  const known = peopleStore.get(id)
  if (known.kind !== 'known') return []
  return [{ id, name: known.person.name ?? '', email: known.person.email }]
}
