import type { NodeId } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { useSyncExternalStore } from 'react'

/** Something that is computed from all nodes of an open project while somebody listens, and never stored. */
export interface DerivedModel<Model> {
  /** Calls the listener when something of it may have changed. */
  subscribe(listener: () => void): () => void
  get(): Model
  /** Grows with every change. */
  version(): number
  /** To be called when something else than the project has changed, such as the day. */
  reset(): void
}

interface ModelRules<Model> {
  create(client: ProjectClient): Model
  /** Takes over a changed node; undefined: it is deleted. */
  update(model: Model, id: NodeId, node: NodeRecord | undefined, client: ProjectClient): void
}

/** Returns a function that returns a project's model, which all parts of its screen share. */
export function defineDerivedModel<Model>(rules: ModelRules<Model>): (client: ProjectClient) => DerivedModel<Model> {
  const byClient = new WeakMap<ProjectClient, DerivedModel<Model>>()
  return (client) => {
    const known = byClient.get(client) ?? createDerivedModel(rules, client)
    byClient.set(client, known)
    return known
  }
}

function createDerivedModel<Model>({ create, update }: ModelRules<Model>, client: ProjectClient): DerivedModel<Model> {
  const listeners = new Set<() => void>()
  let model: Model | null = null
  let version = 0
  let stops: readonly (() => void)[] = []
  let { stages } = client.project.get()
  const changed = (): void => {
    version += 1
    for (const listener of listeners) listener()
  }
  const reset = (): void => {
    model = null
    changed()
  }
  const start = (): void => {
    // Nobody has listened until now.
    model = null
    ;({ stages } = client.project.get())
    stops = [
      client.listen(({ ids }) => {
        if (model !== null) for (const id of ids) update(model, id, client.node(id), client)
        changed()
      }),
      client.project.subscribe(() => {
        // Stages decide which nodes count.
        if (client.project.get().stages === stages) return
        ;({ stages } = client.project.get())
        reset()
      }),
    ]
  }
  const stop = (): void => {
    for (const end of stops) end()
    model = null
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
    get: () => (model ??= create(client)),
    version: () => version,
    reset,
  }
}

/** Renders the component again when the model may have changed. */
export function useDerivedModel<Model>(derived: DerivedModel<Model>): Model {
  useSyncExternalStore(derived.subscribe, derived.version)
  return derived.get()
}

/** Returns the stages whose nodes do not count. */
export const listUncountedStageIds = (client: ProjectClient): ReadonlySet<string> =>
  new Set(client.project.get().stages.flatMap(({ id, counts }) => (counts ? [] : [id])))
