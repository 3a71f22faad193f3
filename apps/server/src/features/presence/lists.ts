import { canSeePeople } from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import { readPlaces, readPresent, type PresentRow } from '../../database/presence.ts'
import type { Subscriber } from '../../transport/graphql/feed.ts'
import { toldTo, type Rooms, type Scene, type Telling } from '../live/index.ts'
import { createSpacing } from './spacing.ts'

export const presenceField = 'projectSessions'

export interface ListsOptions {
  readonly database: Pick<Database, 'pool'>
  readonly rooms: Rooms
  /** The list as callers get it, with or without e-mail addresses. */
  present(rows: readonly PresentRow[], showsPeople: boolean): readonly object[]
}

/** Tells the rooms of this server who is in them. */
export interface Lists {
  /** The first list of a subscriber; before it, the subscriber is told nothing. */
  greet(projectId: string, subscriber: Subscriber): void
  changed(projectId: string): void
  /** Finds what changed without a word. */
  look(): Promise<void>
  stop(): void
}

const printOf = (rows: readonly Pick<PresentRow, 'id' | 'nodeIds'>[]): string =>
  rows.map(({ id, nodeIds }) => `${id} ${nodeIds.join(' ')}`).join('\n')

export function createLists({ database, rooms, present }: ListsOptions): Lists {
  /** What each room was last told. */
  const told = new Map<string, string>()
  const greeted = new WeakSet<Subscriber>()
  const prepare = async (scene: Scene, seq: number): Promise<Telling> => {
    const { id } = scene.project
    const rows = await readPresent(database.pool, id)
    told.set(id, printOf(rows))
    const audienceOf = toldTo(scene, (role) => (canSeePeople(role) ? 'named' : 'linked'))
    return {
      extensions: { seq, clientId: null },
      audienceOf: (subscriber) => (greeted.has(subscriber) ? audienceOf(subscriber) : null),
      rootFor: (_subscriber, audience) => ({ [presenceField]: present(rows, audience === 'named') }),
    }
  }
  const spacing = createSpacing({
    tell: (projectId) => rooms.tell(projectId, { field: presenceField, to: null, prepare }),
    sizeOf: (projectId) => rooms.listeners(projectId, presenceField),
  })
  return {
    greet(projectId, subscriber) {
      greeted.add(subscriber)
      rooms.tell(projectId, { field: presenceField, to: subscriber, prepare })
    },
    changed: spacing.changed,
    async look() {
      for (const projectId of told.keys()) {
        if (rooms.listeners(projectId, presenceField) === 0) told.delete(projectId)
      }
      const listening = rooms.listeningTo(presenceField)
      if (listening.length === 0) return
      for (const [projectId, rows] of await readPlaces(database.pool, listening)) {
        if (told.get(projectId) !== printOf(rows)) spacing.changed(projectId)
      }
    },
    stop: spacing.stop,
  }
}
