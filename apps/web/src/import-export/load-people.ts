import type { FilePerson } from '@espalier/interchange'
import { peopleStore } from '../api/people.ts'

const longestWaitMs = 10_000

/** Looks people up by their ids, so that files can name them. Those who cannot be found are left out. */
export function loadPeople(ids: readonly string[]): Promise<readonly FilePerson[]> {
  for (const id of ids) peopleStore.lookUp(id)
  const states = () => ids.map((id) => peopleStore.get(id))
  const listKnown = (): readonly FilePerson[] =>
    states().flatMap((state) => (state.kind === 'known' ? [{ id: state.person.id, email: state.person.email }] : []))
  return new Promise((resolve) => {
    const finish = () => {
      window.clearTimeout(timer)
      stop()
      resolve(listKnown())
    }
    const check = () => {
      if (states().every(({ kind }) => kind !== 'loading')) finish()
    }
    // A file with fewer names is better than none.
    const timer = window.setTimeout(finish, longestWaitMs)
    const stop = peopleStore.subscribe(check)
    check()
  })
}
