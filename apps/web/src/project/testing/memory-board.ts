import { createGraph, defaultLayout, type NodeId } from '@espalier/domain'
import type { Collaborator, NodeRecord, ProjectClient, ProjectDetails, ReplicaChange } from '@espalier/sync'
import { createCell } from '../../platform/cell.ts'
import { createEdits, type Store } from './memory-edits.ts'
import { type PlantedNode, plantedNode } from './planted.ts'

const project: ProjectDetails = {
  id: 'pear',
  title: 'Pear',
  body: '',
  status: 'active',
  owner: 'ada',
  layout: defaultLayout,
  sharing: { generalAccess: 'restricted', users: {} },
  nodeLinks: [],
  jiraSync: false,
  updatedAt: 0,
}

interface Planting {
  readonly unsavedTexts?: ProjectClient['unsavedTexts']
  readonly canEdit?: boolean
  readonly project?: Partial<ProjectDetails>
}

/** A board without a server: the rules of the product over nodes in memory. */
export function memoryBoard(nodes: readonly PlantedNode[], planting: Planting = {}) {
  const listeners = new Set<(change: ReplicaChange) => void>()
  const nodeListeners = new Map<NodeId, Set<() => void>>()
  const records = new Map(nodes.map((node, index) => [node.id, plantedNode(node, index + 1)]))
  const store: Store = {
    records,
    graph: createGraph('pear', records.values()),
    project: createCell<ProjectDetails>({ ...project, ...planting.project }),
    canEdit: createCell(planting.canEdit ?? true),
    canUndo: createCell(false),
    canRedo: createCell(false),
    tell(change) {
      for (const id of change.ids) for (const listener of nodeListeners.get(id) ?? []) listener()
      for (const listener of listeners) listener(change)
    },
  }
  const edits = createEdits(store)
  const others = createCell<readonly Collaborator[]>([])
  const shown: (readonly NodeId[])[] = []
  const refusals = toldOf<Parameters<Parameters<ProjectClient['onRefused']>[0]>>()
  const overwrites = toldOf<Parameters<Parameters<ProjectClient['onOverwritten']>[0]>>()
  const living = (id: NodeId) => {
    const node = records.get(id)
    return node?.isDeleted === false ? node : undefined
  }
  const board: ProjectClient = {
    projectId: 'pear',
    project: store.project,
    canEdit: store.canEdit,
    saving: createCell({ kind: 'saved' }),
    canUndo: store.canUndo,
    canRedo: store.canRedo,
    graph: store.graph,
    node: living,
    nodes: () => [...records.values()].filter((node) => !node.isDeleted),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenTo(id, listener) {
      const own = nodeListeners.get(id) ?? new Set()
      nodeListeners.set(id, own.add(listener))
      return () => own.delete(listener)
    },
    edits,
    adoptImported: async () => undefined,
    presence: { others, shareSelection: (nodeIds) => void shown.push(nodeIds) },
    unsavedTexts: planting.unsavedTexts ?? { keep: () => false, all: () => [], forget: () => undefined },
    tryAgain: () => undefined,
    onRefused: refusals.add,
    onOverwritten: overwrites.add,
    onLost: () => () => undefined,
    storeUnsent: () => true,
    leave: () => undefined,
    close: () => undefined,
  }
  return Object.assign(board, {
    others,
    /** What was shown to the others, in order. */
    shown,
    refuse: refusals.tell,
    overwrite: overwrites.tell,
    allowEditing: (can: boolean) => store.canEdit.set(can),
    /** As if somebody else had changed these nodes. */
    receive: (changed: readonly NodeRecord[]) => edits.receive(changed, 'others'),
    /** As if the server had made these nodes for this page. */
    make: (made: readonly NodeRecord[]) => edits.receive(made, 'made'),
    /** As if the server had refused what made these nodes otherwise. */
    rollBack: (former: readonly NodeRecord[]) => edits.receive(former, 'rolled-back'),
    /** The living nodes as 'a(b c(d))', by their titles. */
    outline: () => outlineOf(board, null),
  })
}

function toldOf<Told extends readonly unknown[]>() {
  const all = new Set<(...told: Told) => void>()
  return {
    add(listener: (...told: Told) => void) {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(...told: Told): void {
      for (const listener of all) listener(...told)
    },
  }
}

function outlineOf(board: ProjectClient, parentId: NodeId | null): string {
  return [...board.graph.children(parentId)]
    .map(({ id }) => {
      const below = outlineOf(board, id)
      const title = board.node(id)?.title ?? id
      return below === '' ? title : `${title}(${below})`
    })
    .join(' ')
}
