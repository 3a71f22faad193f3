import { useEffect, useMemo, useReducer } from 'react'
import { allowedPictureUrl, getMemberName, peopleStore, type PersonState } from '../../api/people.ts'
import { useAuth } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** A person as an editor shows them. */
export interface ShownPerson {
  readonly id: string
  readonly name: string
  readonly picture: string | null
  /** They can no longer see the project, so nothing but that is shown of them. */
  readonly isFormer: boolean
}

export interface ProjectPeople {
  /** Everybody who can see the project by name: oneself first, then by name. */
  readonly members: readonly ShownPerson[]
  /** Returns any person that a node may refer to. */
  find(id: string): ShownPerson
}

/** Returns the people of the project. Their names are looked up once. */
export function useProjectPeople({ client, hasServer }: ProjectWorkspace): ProjectPeople {
  const { owner, sharing } = useCell(client.project)
  const auth = useAuth()
  const ownId = auth.kind === 'person' ? auth.person.id : null
  const key = [...new Set([owner, ...Object.keys(sharing.users)])].join(' ')
  const [version, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    // Nobody can be looked up for the project of the tour.
    if (!hasServer) return undefined
    for (const id of key.split(' ')) peopleStore.lookUp(id)
    return peopleStore.subscribe(render)
  }, [hasServer, key])
  // The same as long as nobody has changed, so that long lists with people in them are not drawn again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => listPeople(key.split(' '), ownId, hasServer), [key, ownId, hasServer, version])
}

function listPeople(ids: readonly string[], ownId: string | null, hasServer: boolean): ProjectPeople {
  const known = new Set(ids)
  const find = (id: string): ShownPerson =>
    known.has(id)
      ? toShownPerson(id, peopleStore.get(id), id === ownId)
      : { id, name: texts.people.former, picture: null, isFormer: true }
  const members = ids.map(find).sort((one, other) => compareMembers(one, other, ownId))
  return { members: hasServer ? members : [], find }
}

function toShownPerson(id: string, state: PersonState, isOwn: boolean): ShownPerson {
  if (state.kind !== 'known') {
    return { id, name: state.kind === 'unknown' ? texts.people.unknown : '', picture: null, isFormer: false }
  }
  const name = getMemberName(state.person)
  const picture = allowedPictureUrl(state.person.picture)
  return { id, name: isOwn ? texts.people.you(name) : name, picture, isFormer: false }
}

const compareMembers = (one: ShownPerson, other: ShownPerson, ownId: string | null): number =>
  Number(other.id === ownId) - Number(one.id === ownId) || one.name.localeCompare(other.name)
