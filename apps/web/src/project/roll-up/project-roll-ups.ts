import { toCalendarDate } from '@espalier/domain/planning-dates'
import { RollUps } from '@espalier/domain/planning-roll-up'
import type { ProjectClient } from '@espalier/sync'
import { useSyncExternalStore } from 'react'

/** The roll-ups of an open project. They are computed while somebody listens, and never stored. */
interface ProjectRollUps {
  /** Calls the listener when some roll-up may have changed. */
  subscribe(listener: () => void): () => void
  get(): RollUps
  /** Grows with every change. */
  version(): number
  /** To be called when the day has changed. */
  reset(): void
}

function getToday(): string {
  const now = new Date()
  return toCalendarDate(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? ''
}

function createRollUps(client: ProjectClient): RollUps {
  const uncounted = client.project.get().stages.filter(({ counts }) => !counts)
  return new RollUps([...client.nodes()], {
    today: getToday(),
    uncountedStageIds: new Set(uncounted.map(({ id }) => id)),
  })
}

function createProjectRollUps(client: ProjectClient): ProjectRollUps {
  const listeners = new Set<() => void>()
  let rollUps: RollUps | null = null
  let version = 0
  let stops: readonly (() => void)[] = []
  let { stages } = client.project.get()
  const changed = (): void => {
    version += 1
    for (const listener of listeners) listener()
  }
  const reset = (): void => {
    rollUps = null
    changed()
  }
  const start = (): void => {
    // Nobody has listened until now.
    rollUps = null
    stops = [
      client.listen(({ ids }) => {
        for (const id of ids) rollUps?.update(id, client.node(id))
        changed()
      }),
      client.project.subscribe(() => {
        if (client.project.get().stages === stages) return
        ;({ stages } = client.project.get())
        reset()
      }),
    ]
  }
  const stop = (): void => {
    for (const end of stops) end()
    rollUps = null
  }
  return {
    subscribe(listener) {
      if (listeners.size === 0) start()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    get: () => (rollUps ??= createRollUps(client)),
    version: () => version,
    reset,
  }
}

const byClient = new WeakMap<ProjectClient, ProjectRollUps>()

/** Returns the roll-ups of a project, which all parts of its screen share. */
export function getProjectRollUps(client: ProjectClient): ProjectRollUps {
  const known = byClient.get(client) ?? createProjectRollUps(client)
  byClient.set(client, known)
  return known
}

/** Renders the component again when some roll-up may have changed. */
export function useRollUps(client: ProjectClient): RollUps {
  const rollUps = getProjectRollUps(client)
  useSyncExternalStore(rollUps.subscribe, rollUps.version)
  return rollUps.get()
}
