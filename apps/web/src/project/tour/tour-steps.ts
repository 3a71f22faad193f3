import { type NodeId, sameValue } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'

/** The steps that a visitor can try, in the order in which it is listed. */
export const tourSteps = ['add', 'rename', 'status', 'move', 'undo'] as const
export type TourStep = (typeof tourSteps)[number]

export interface TourProgress {
  readonly done: Cell<ReadonlySet<TourStep>>
  stop(): void
}

/** Follows what a visitor has tried. A step that was done once stays done, also after it is undone. */
export function followTourProgress(client: ProjectClient): TourProgress {
  const first = new Map([...client.nodes()].map((node) => [node.id, node]))
  const done = createCell<ReadonlySet<TourStep>>(new Set())
  const check = (): void => {
    const found = findChangedSteps(first, client.nodes())
    if (client.canRedo.get()) found.add('undo')
    const next = new Set([...done.get(), ...found])
    if (next.size > done.get().size) done.set(next)
  }
  const stops = [client.listen(check), client.canRedo.subscribe(check)]
  return {
    done,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

function findChangedSteps(first: ReadonlyMap<NodeId, NodeRecord>, nodes: Iterable<NodeRecord>): Set<TourStep> {
  const found = new Set<TourStep>()
  for (const node of nodes) {
    const before = first.get(node.id)
    if (before === undefined) {
      found.add('add')
      continue
    }
    if (before.title !== node.title) found.add('rename')
    if (before.status !== node.status) found.add('status')
    // Positions do not count: those of siblings also change when a node is added between them.
    if (!sameValue(before.parentIds, node.parentIds)) found.add('move')
  }
  return found
}
