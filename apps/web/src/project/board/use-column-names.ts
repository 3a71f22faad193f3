import { useEffect, useReducer } from 'react'
import { peopleStore } from '../../api/people.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import type { BoardController } from './board-controller.ts'
import type { BoardColumn } from './board-columns.ts'

/** Returns a function that names columns. People are looked up, each once. */
export function useColumnNames(board: BoardController): (column: BoardColumn) => string {
  const { client, hasServer } = board.workspace
  const { owner, sharing } = client.project.get()
  const isByPerson = board.grouping === 'person'
  const isMember = (id: string): boolean => id === owner || Object.hasOwn(sharing.users, id)
  const members = board.layout.columns.flatMap(({ value }) =>
    isByPerson && value !== null && isMember(value) ? [value] : [],
  )
  const key = hasServer ? members.join(' ') : ''
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (key === '') return undefined
    for (const id of key.split(' ')) peopleStore.lookUp(id)
    return peopleStore.subscribe(render)
  }, [key])
  return ({ value, name }) => {
    if (!isByPerson || value === null) return name
    if (!isMember(value)) return nodeFieldTexts.people.former
    const state = peopleStore.get(value)
    return state.kind === 'known' ? state.person.email : nodeFieldTexts.people.unknown
  }
}
