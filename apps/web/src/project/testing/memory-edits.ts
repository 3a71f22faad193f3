import {
  accept,
  addParent,
  applyStructure,
  type Branch,
  createNode,
  deleteNode,
  deleteNodeWithChildren,
  type EditableGraph,
  type EditRefusal,
  editRefusals,
  moveNode,
  newNodeTitle,
  type NodeDiff,
  type NodeId,
  refuse,
  removeParent,
  type Result,
} from '@espalier/domain'
import {
  type Edited,
  newNodeKey,
  type NewPlace,
  type NodeFields,
  type NodeRecord,
  type ProjectDetails,
  type ProjectEdits,
  type ReplicaChange,
} from '@espalier/sync'
import type { WritableCell } from '../../platform/cell.ts'
import { plantedNode } from './planted.ts'

export interface Store {
  readonly records: Map<NodeId, NodeRecord>
  readonly graph: EditableGraph
  readonly project: WritableCell<ProjectDetails>
  readonly canEdit: WritableCell<boolean>
  readonly canUndo: WritableCell<boolean>
  readonly canRedo: WritableCell<boolean>
  tell(change: ReplicaChange): void
}

interface StepChange {
  readonly before: NodeRecord | null
  after: NodeRecord
}

type Step = Map<NodeId, StepChange>

const notAllowed = "You don't have permissions to make changes"

interface MemoryEdits extends ProjectEdits {
  receive(nodes: readonly NodeRecord[], origin: ReplicaChange['origin']): void
}

export function createEdits(store: Store): MemoryEdits {
  const past: Step[] = []
  const future: Step[] = []
  let open: Step | null = null
  const gathered = new Map<string, Step>()
  let lastMergeKey: string | undefined
  let made = 0

  function put(nodes: readonly NodeRecord[], origin: ReplicaChange['origin'], isStructural = true): void {
    for (const node of nodes) {
      store.records.set(node.id, node)
      store.graph.put(node)
    }
    store.tell({ ids: nodes.map(({ id }) => id), isStructural, origin })
    store.canUndo.set(past.length > 0)
    store.canRedo.set(future.length > 0)
  }

  function record(nodes: readonly NodeRecord[], mergeKey?: string): void {
    const isMerged = mergeKey !== undefined && mergeKey === lastMergeKey
    const step: Step = open ?? (isMerged ? past.pop() : undefined) ?? new Map()
    for (const after of nodes) {
      const known = step.get(after.id)
      const before = known === undefined ? (store.records.get(after.id) ?? null) : known.before
      step.set(after.id, { before, after })
    }
    lastMergeKey = mergeKey
    if (open === null && step.size > 0) past.push(step)
    future.length = 0
  }

  function apply(nodes: readonly NodeRecord[], isStructural = true, mergeKey?: string): void {
    record(nodes, mergeKey)
    put(nodes, 'own', isStructural)
  }

  const restructured = (diffs: readonly NodeDiff[]): readonly NodeRecord[] =>
    diffs.flatMap((diff) => {
      const node = store.records.get(diff.id)
      return node === undefined ? [] : [{ ...node, ...applyStructure(node, diff) }]
    })

  function decide(result: () => Result<readonly NodeDiff[], EditRefusal>): Edited {
    if (!store.canEdit.get()) return refuse(notAllowed)
    const decided = result()
    if (!decided.ok) return refuse(editRefusals[decided.reason].text)
    apply(restructured(decided.value))
    return accept(null)
  }

  function create(place: NewPlace, fields: NodeFields = {}): Edited<NodeId> {
    if (!store.canEdit.get()) return refuse(notAllowed)
    made += 1
    const id = `new-${made}`
    const created = createNode(store.graph, { id, ...spotOf(store, place) })
    if (!created.ok) return refuse(editRefusals[created.reason].text)
    const fresh = withFields({ ...plantedNode({ id, title: newNodeTitle }), ...created.value.node }, fields)
    const changes = created.value.changes.filter((diff) => diff.id !== id)
    apply([fresh, ...restructured(changes)], true, newNodeKey(id))
    return accept(id)
  }

  function plant(place: NewPlace, { children, ...fields }: Branch): Edited<NodeId> {
    const top = create(place, fields)
    if (top.ok) for (const child of children) plant({ kind: 'child', parentId: top.value }, child)
    return top
  }

  function group<Value>(edit: () => Value): Value {
    if (open !== null) return edit()
    open = new Map()
    const value = edit()
    if (open.size > 0) past.push(open)
    open = null
    store.canUndo.set(past.length > 0)
    return value
  }

  function gather(step: Step, key: string): void {
    const known = gathered.get(key)
    const target = known !== undefined && past.includes(known) ? known : new Map<NodeId, StepChange>()
    gathered.set(key, target)
    if (!past.includes(target)) past.push(target)
    for (const [id, change] of step) {
      const first = target.get(id) ?? change
      target.set(id, { before: first.before, after: change.after })
    }
    store.canUndo.set(past.length > 0)
  }

  function travel(from: Step[], to: Step[], side: 'before' | 'after'): Edited<readonly NodeId[]> {
    const step = from.pop()
    if (step === undefined) return refuse('There is nothing to undo')
    lastMergeKey = undefined
    to.push(step)
    put(
      [...step.values()].map((one) => one[side] ?? { ...one.after, isDeleted: true }),
      side === 'before' ? 'undo' : 'redo',
    )
    return accept([...step.keys()])
  }

  function change(id: NodeId, fields: NodeFields, mergeKey?: string): Edited {
    const node = store.records.get(id)
    if (!store.canEdit.get()) return refuse(notAllowed)
    if (node === undefined) return refuse(editRefusals['node-missing'].text)
    apply([withFields(node, fields)], false, mergeKey)
    return accept(null)
  }

  return {
    create,
    change,
    group,
    changeMany: (ids, fields) => group(() => each(ids, (id) => change(id, fields))),
    discard(id) {
      const node = store.records.get(id)
      if (node === undefined) return
      for (const step of past) step.delete(id)
      past.splice(0, past.length, ...past.filter((step) => step.size > 0))
      put([{ ...node, isDeleted: true }], 'own')
    },
    deleteNode: (id) => decide(() => deleteNode(store.graph, id)),
    deleteBranches(ids, gatherKey) {
      const edited = group(() =>
        each(
          ids.filter((id) => store.records.get(id)?.isDeleted === false),
          (id) =>
            decide(() => {
              const deleted = deleteNodeWithChildren(store.graph, id)
              return deleted.ok ? accept(deleted.value.changes) : deleted
            }),
        ),
      )
      if (gatherKey !== undefined && edited.ok) gather(past.pop() ?? new Map(), gatherKey)
      return edited
    },
    adopt(ids, gatherKey) {
      const living = ids.flatMap((id) => store.records.get(id) ?? [])
      gather(new Map(living.map((node) => [node.id, { before: null, after: node }])), gatherKey)
    },
    move: (ids, drop, isAlone = false) =>
      group(() => each(ids, (nodeId) => decide(() => moveNode(store.graph, { nodeId, drop, isAlone })))),
    addParent: (nodeId, parentId) => decide(() => addParent(store.graph, { nodeId, parentId })),
    removeParent: (nodeId, parentId) => decide(() => removeParent(store.graph, { nodeId, parentId })),
    insertBranches: (place, branches) =>
      group(() => {
        const ids: NodeId[] = []
        for (const branch of branches) {
          const planted = plant(place, branch)
          if (!planted.ok) return planted
          ids.push(planted.value)
        }
        return accept(ids)
      }),
    undo: () => travel(past, future, 'before'),
    redo: () => travel(future, past, 'after'),
    async rename(title) {
      if (!store.canEdit.get()) return refuse(notAllowed)
      store.project.set({ ...store.project.get(), title })
      return accept(null)
    },
    async setLayout(layout) {
      if (!store.canEdit.get()) return refuse(notAllowed)
      store.project.set({ ...store.project.get(), layout })
      return accept(null)
    },
    receive: put,
  }
}

function each(ids: readonly NodeId[], decideOne: (id: NodeId) => Edited): Edited {
  for (const id of ids) {
    const edited = decideOne(id)
    if (!edited.ok) return edited
  }
  return accept(null)
}

function withFields(node: NodeRecord, { backgroundColor, ...fields }: NodeFields): NodeRecord {
  const style = backgroundColor === undefined ? node.style : { ...node.style, backgroundColor }
  return { ...node, ...fields, style, version: node.version + 1 }
}

function spotOf(store: Store, place: NewPlace) {
  switch (place.kind) {
    case 'root':
      return {}
    case 'child':
      return { parentId: place.parentId }
    case 'parent':
      return { childId: place.childId }
    case 'before':
    case 'after': {
      const parentId = store.records.get(place.siblingId)?.parentIds[0] ?? null
      return place.kind === 'after' ? { parentId, afterId: place.siblingId } : { parentId, beforeId: place.siblingId }
    }
  }
}
