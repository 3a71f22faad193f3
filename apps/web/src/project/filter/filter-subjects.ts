import { createDateReader } from '@espalier/domain/planning-date-words'
import { findDateInZone } from '@espalier/domain/planning-dates'
import type { FilterSubjects } from '@espalier/domain/planning-filter'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { peopleStore } from '../../api/people.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { createUnreadNodes } from '../../api/unread-nodes.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { getProjectSchedule } from '../schedule/project-schedule.ts'
import { getSearchText } from '../search/search-nodes.ts'

/** The names that a filter may contain, kept up to date while `follow` has not been ended. */
interface FollowedSubjects extends Cell<FilterSubjects> {
  follow(): () => void
  /** False while some people are still being looked up. */
  arePeopleKnown(): boolean
}

/** A day that ends while the project is open makes other nodes overdue. */
const dayCheckMs = 60_000

export function createFilterSubjects(client: ProjectClient): FollowedSubjects {
  const dates = createDateReader(navigator.language)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const findToday = () => findDateInZone(clock.now(), timeZone)
  const listPersonIds = (): readonly string[] => {
    const { owner, sharing } = client.project.get()
    return [owner, ...Object.keys(sharing.users)]
  }
  const schedule = getProjectSchedule(client)
  const unread = createUnreadNodes(client.projectId)
  const read = (): FilterSubjects => {
    const { tags, stages, fieldDefinitions } = client.project.get()
    const today = findToday()
    return {
      today,
      viewerId: currentPersonId(),
      people: listPersonIds().flatMap((id) => {
        const state = peopleStore.get(id)
        return state.kind === 'known' ? [{ id, name: state.person.name ?? '', email: state.person.email }] : []
      }),
      tags,
      stages,
      fieldDefinitions,
      readDate: (text) => dates.read(text, today),
      // Records are cached by their identity, and the planned nodes of a page are its records.
      getSearchText: (node) => getSearchText(node as NodeRecord),
      getScheduled: (id) => schedule.get().get(id),
      isUnread: (id) => unread.has(id),
    }
  }
  const cell = createCell(read())
  const requestPeople = () => listPersonIds().forEach((id) => peopleStore.lookUp(id))
  return {
    ...cell,
    arePeopleKnown: () => listPersonIds().every((id) => peopleStore.get(id).kind !== 'loading'),
    follow() {
      // A guest may know nobody.
      if (currentPersonId() !== null) requestPeople()
      let former = client.project.get()
      const stops = [
        client.project.subscribe(() => {
          const present = client.project.get()
          const isSame = namedParts.every((part) => present[part] === former[part])
          former = present
          if (isSame) return
          requestPeople()
          cell.set(read())
        }),
        peopleStore.subscribe(() => cell.set(read())),
        unread.follow(() => cell.set(read())),
        // The schedule follows changes while somebody listens. The matches are read again after each change anyway.
        schedule.subscribe(() => undefined),
      ]
      const timer = window.setInterval(() => {
        if (findToday() !== cell.get().today) cell.set(read())
      }, dayCheckMs)
      cell.set(read())
      return () => {
        window.clearInterval(timer)
        for (const stop of stops) stop()
      }
    },
  }
}

const namedParts = ['tags', 'stages', 'fieldDefinitions', 'owner', 'sharing'] as const
