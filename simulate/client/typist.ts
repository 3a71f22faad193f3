import { nodeFields, type NodeId, readNodeField, setNameByInput } from '@espalier/domain'
import type { NodeChange, NodeFields, NodeRequest, OpenedProject, Operation, Replica } from '@espalier/sync'
import type { Chance } from '../chance.ts'
import { isSound, orderShown, shown } from '../checks/shown.ts'
import type { FaultName } from '../faults/faults.ts'
import { someEdit, type Taste } from './edits.ts'

export interface TypistParts {
  readonly chance: Chance
  readonly taste: Taste
  readonly fault: FaultName | null
  fail(text: string): void
}

/** A person at a page who edits at random, undoes and redoes, and knows their own changes. */
export interface Typist {
  /** Returns a description of what was done. */
  act(project: OpenedProject): string | null
}

export function createTypist({ chance, taste, fault, fail }: TypistParts): Typist {
  /** The nodes that this person changed on a replica: an undo may touch nothing else. */
  const touched = new WeakMap<Replica, Set<string>>()
  const wholeNodes = new WeakMap<Replica, Map<NodeId, NodeFields>>()

  const touchedOn = (replica: Replica): Set<string> => {
    const known = touched.get(replica) ?? new Set()
    touched.set(replica, known)
    return known
  }

  function remember(replica: Replica, made: readonly Operation[]): void {
    for (const key of made.flatMap(({ request }) => fieldsSaid(request))) touchedOn(replica).add(key)
  }

  function edit({ replica, client }: OpenedProject): string | null {
    if (fault === 'undo-overwrites-others') noteWhole(replica)
    const before = replica.unsent().length
    const name = someEdit(client, chance, taste)
    remember(replica, replica.unsent().slice(before))
    return name
  }

  function noteWhole(replica: Replica): void {
    const known = wholeNodes.get(replica) ?? new Map<NodeId, NodeFields>()
    wholeNodes.set(replica, known)
    for (const node of replica.nodes()) {
      const values = nodeFields.editable.map((field) => [field.name, readNodeField(node, field)])
      if (!known.has(node.id)) known.set(node.id, Object.fromEntries(values) as NodeFields)
    }
  }

  function undo({ replica, client }: OpenedProject): readonly NodeId[] | null {
    const gone = client.edits.undo()
    if (gone.ok && fault === 'undo-overwrites-others') {
      for (const id of gone.value) client.edits.change(id, wholeNodes.get(replica)?.get(id) ?? {})
    }
    return gone.ok ? gone.value : null
  }

  function travel(project: OpenedProject, direction: 'undo' | 'redo'): string | null {
    const { replica, client } = project
    const before = replica.unsent().length
    const gone = direction === 'undo' ? undo(project) : client.edits.redo()
    const strange = replica
      .unsent()
      .slice(before)
      .flatMap(({ request }) => fieldsSaid(request))
      .find((key) => !touchedOn(replica).has(key))
    if (strange !== undefined) fail(`an ${direction} changed what this person never had changed: ${strange}`)
    return gone === null ? null : direction
  }

  /** Undoes some steps and redoes them: everything must be as before. */
  function thereAndBack(project: OpenedProject): string | null {
    const { replica } = project
    const steps = chance.between(1, 4)
    // Between two events of one transaction a child may be below a deleted parent, so there is no sound state to return
    // to.
    if (!isSound(replica)) return null
    const before = shown(replica)
    const orderBefore = orderShown(replica)
    const sentBefore = replica.unsent().length
    let undone = 0
    while (undone < steps && replica.canUndo && travel(project, 'undo') !== null) undone += 1
    let redone = 0
    while (redone < undone && travel(project, 'redo') !== null) redone += 1
    if (redone < undone) return `${undone} undos, ${redone} redos`
    const after = shown(replica)
    if (before !== after) fail(`${undone} undos and as many redos did not give back ${firstChange(before, after)}`)
    const made = replica.unsent().slice(sentBefore)
    if (made.every(({ request }) => keepsOrder(request)) && orderBefore !== orderShown(replica)) {
      fail(
        `${undone} undos and as many redos did not give back the order ${firstChange(orderBefore, orderShown(replica))}`,
      )
    }
    return undone === 0 ? null : `${undone} undos and redos`
  }

  return {
    act(project) {
      if (chance.happens(0.12)) return travel(project, 'undo')
      if (chance.happens(0.06)) return travel(project, 'redo')
      if (chance.happens(0.03)) return thereAndBack(project)
      return edit(project)
    },
  }
}

/** Children that are lifted again when their parent is deleted again may end up among other siblings than before. */
const keepsOrder = (request: NodeRequest): boolean =>
  request.kind === 'update' && request.change.isDeleted === undefined

function firstChange(before: string, after: string): string {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const lost = was.find((line) => !is.includes(line))
  return `${lost ?? 'what was not there'}: there is ${is.find((line) => !was.includes(line)) ?? 'nothing'}`
}

function fieldsSaid(request: NodeRequest): readonly string[] {
  switch (request.kind) {
    case 'create':
      return nodeFields.editable.map(({ name }) => `${request.id} ${name}`)
    case 'update':
      return listWrittenFields([request.id], request.change)
    case 'update-many':
      return listWrittenFields(request.ids, request.change)
    default:
      return []
  }
}

const listWrittenFields = (ids: readonly NodeId[], change: NodeChange): readonly string[] =>
  ids.flatMap((id) => listChangedFields(change).map((name) => `${id} ${name}`))

/** A part of a list counts as the list, and stage and status change together. */
function listChangedFields(change: NodeChange): readonly string[] {
  const names = Object.keys(change).map((name) => setNameByInput.get(name) ?? name)
  const coupled = names.flatMap((name) => (name === 'status' || name === 'stageId' ? ['status', 'stageId'] : [name]))
  return coupled.filter((name) => nodeFields.editable.some((field) => field.name === name))
}
