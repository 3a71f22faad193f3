import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../graph/changes.ts'
import { deleteNode } from '../graph/delete-node.ts'
import { createGraph } from '../graph/graph.ts'
import { updateNode } from '../graph/update-nodes.ts'
import { settleFields } from '../node/settle-fields.ts'
import { type SchedulableNode, Schedule, type ScheduledNode } from '../schedule/schedule.ts'
import { computeNaively, hasCycle } from '../testing/naive-schedule.ts'
import { aNode as aSchedulable, mostNodes, someNodes } from '../testing/schedulable-nodes.ts'
import { aNode as aGraphNode, projectId } from '../testing/graphs.ts'
import {
  addToDraft,
  applyNodeDraft,
  type DraftableNode,
  type DraftEdit,
  judgeDraft,
  listDraftUpdates,
  type PlanDraft,
  removeFromDraft,
} from './plan-draft.ts'

type TestNode = SchedulableNode & DraftableNode

const toTestNode = (node: SchedulableNode): TestNode => ({
  ...node,
  startDate: null,
  dueDate: null,
  assigneeIds: [],
})
const aNode = (id: string, more: Partial<TestNode> = {}): TestNode => ({ ...toTestNode(aSchedulable(id)), ...more })

/** A plan on which drafts are judged and batches are made by the rules of real edits. */
function openPlan(nodes: readonly TestNode[]) {
  const records = new Map(nodes.map((node) => [node.id, node]))
  const graph = createGraph(
    projectId,
    nodes.map(({ id, parentIds, blockedByIds }) => aGraphNode(id, parentIds, { blockedByIds })),
  )
  const getNode = (id: string): TestNode | undefined => {
    const [record, place] = [records.get(id), graph.node(id)]
    if (record === undefined || place === undefined || place.isDeleted) return undefined
    return { ...record, parentIds: place.parentIds, blockedByIds: place.blockedByIds }
  }
  return {
    plan: { graph, getNode },
    update(id: string, fields: DraftEdit): boolean {
      const node = getNode(id)
      if (node === undefined) return false
      const { blockedByIds, addBlockedByIds, removeBlockedByIds, ...plain } = fields
      const relinked = updateNode(graph, id, { blockedByIds, addBlockedByIds, removeBlockedByIds })
      const settled = settleFields({ ...node, stageId: null, tagIds: [], fields: {} }, plain, [])
      if (!relinked.ok || !settled.ok) return false
      applyChanges(graph, relinked.value)
      records.set(id, { ...node, ...settled.value })
      return true
    },
    remove(id: string) {
      const deleted = deleteNode(graph, id)
      if (deleted.ok) applyChanges(graph, deleted.value)
    },
    list: () => nodes.flatMap(({ id }) => getNode(id) ?? []),
  }
}

/** The rules of edits know no parents outside of the plan. */
const toTestNodes = (nodes: readonly SchedulableNode[]): readonly TestNode[] => {
  const ids = new Set(nodes.map(({ id }) => id))
  return nodes.map((node) => toTestNode({ ...node, parentIds: node.parentIds.filter((id) => ids.has(id)) }))
}

const layOver = (nodes: readonly TestNode[], draft: PlanDraft) =>
  nodes.map((node) => applyNodeDraft(node, draft.get(node.id)))

const draftAll = (nodes: readonly TestNode[], edits: readonly (readonly [string, DraftEdit])[]): PlanDraft => {
  let draft: PlanDraft = new Map()
  for (const [id, edit] of edits) {
    const node = nodes.find((one) => one.id === id)
    if (node !== undefined) draft = addToDraft(draft, node, edit)
  }
  return draft
}

const someIds = fc.array(
  fc.nat({ max: mostNodes - 1 }).map((index) => `n${index}`),
  { maxLength: 2 },
)
const somePeople = fc.subarray(['ada', 'bea', 'cem'])
const someDate = fc.constantFrom(null, '2026-01-05', '2026-02-01', '2026-03-09')
const someEdit = fc.record(
  {
    estimate: fc.option(fc.integer({ min: 0, max: 20 }).map((quarters) => quarters / 4)),
    startDate: someDate,
    dueDate: someDate,
    addAssigneeIds: somePeople,
    removeAssigneeIds: somePeople,
    addBlockedByIds: someIds,
    removeBlockedByIds: someIds,
  },
  { requiredKeys: [] },
)
const someEdits = fc.array(
  fc.tuple(
    fc.nat({ max: mostNodes - 1 }).map((index) => `n${index}`),
    someEdit,
  ),
  {
    maxLength: 8,
  },
)
const sortById = (nodes: readonly ScheduledNode[]) => nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
const summarize = (nodes: readonly TestNode[]) => sortById(new Schedule(nodes).getAll())

describe('a draft over a plan', () => {
  it('has the schedule that the plan gets when the draft is applied as a whole', () => {
    fc.assert(
      fc.property(someNodes, someEdits, (made, edits) => {
        const nodes = toTestNodes(made)
        const { plan, update, list } = openPlan(nodes)
        const { fitting } = judgeDraft(plan, draftAll(nodes, edits))
        const overlay = layOver(nodes, fitting)
        for (const { id, fields } of listDraftUpdates(fitting)) expect(update(id, fields)).toBe(true)
        expect(overlay).toEqual(list())
        expect(summarize(overlay)).toEqual(summarize(list()))
        expect(new Schedule(overlay).getCriticalLength()).toBe(computeNaively(list()).criticalLength)
      }),
      { numRuns: 400 },
    )
  })

  it('applies as a whole what others have left of a draft, and never makes a node wait for itself', () => {
    fc.assert(
      fc.property(someNodes, someEdits, someEdits, fc.nat({ max: mostNodes - 1 }), (made, edits, others, gone) => {
        const nodes = toTestNodes(made)
        const { plan, update, remove, list } = openPlan(nodes)
        const draft = draftAll(nodes, edits)
        for (const [id, fields] of others) update(id, fields)
        remove(`n${gone}`)
        const { fitting, changes } = judgeDraft(plan, draft)
        const overlay = layOver(list(), fitting)
        expect(hasCycle(overlay)).toBe(false)
        for (const { id, fields } of listDraftUpdates(fitting)) expect(update(id, fields)).toBe(true)
        expect(overlay).toEqual(list())
        for (const { nodeId, problem } of changes)
          expect(problem === 'node-deleted').toBe(plan.getNode(nodeId) === undefined)
        expect(judgeDraft(plan, fitting).changes).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('gets the same schedule when it is updated node by node', () => {
    fc.assert(
      fc.property(someNodes, someEdits, (made, edits) => {
        const nodes = toTestNodes(made)
        const { fitting } = judgeDraft(openPlan(nodes).plan, draftAll(nodes, edits))
        const schedule = new Schedule(nodes)
        const overlay = layOver(nodes, fitting)
        for (const node of overlay) if (fitting.has(node.id)) schedule.update(node.id, node)
        expect(sortById(schedule.getAll())).toEqual(summarize(overlay))
      }),
    )
  })
})

const pear = aNode('pear', { estimate: 3, assigneeIds: ['ada'], startDate: '2026-02-01' })
const plum = aNode('plum', { blockedByIds: ['pear'] })

describe('the changes of a draft', () => {
  it('names a drafted field with its values before and after, until the old value is set again', () => {
    const { plan } = openPlan([pear, plum])
    const draft = addToDraft(new Map(), pear, { estimate: 1, addAssigneeIds: ['bea'] })
    expect(judgeDraft(plan, draft).changes).toEqual([
      { nodeId: 'pear', field: 'estimate', from: 3, to: 1, problem: null },
      { nodeId: 'pear', field: 'assigneeIds', from: ['ada'], to: ['ada', 'bea'], problem: null },
    ])
    const back = addToDraft(draft, pear, { estimate: 3, removeAssigneeIds: ['bea'] })
    expect([...back]).toEqual([])
    expect(removeFromDraft(draft, 'pear', 'estimate').get('pear')).toEqual({
      assigneeIds: { added: ['bea'], removed: [] },
    })
  })

  it('keeps what others add to a drafted list', () => {
    const { plan, update } = openPlan([pear, plum])
    const draft = addToDraft(new Map(), pear, { removeAssigneeIds: ['ada'] })
    update('pear', { addAssigneeIds: ['cem'] })
    expect(judgeDraft(plan, draft).changes).toMatchObject([{ from: ['ada', 'cem'], to: ['cem'] }])
  })

  it('leaves out drafted changes that somebody else has made', () => {
    const { plan, update } = openPlan([pear, plum])
    const draft = addToDraft(new Map(), pear, { estimate: 1 })
    update('pear', { estimate: 1 })
    expect(judgeDraft(plan, draft)).toEqual({ changes: [], fitting: new Map() })
  })

  it('says why drafted changes no longer fit', () => {
    const { plan, update, remove } = openPlan([pear, plum, aNode('fig'), aNode('lime')])
    const draft = draftAll(
      [pear, plum, aNode('fig'), aNode('lime')],
      [
        ['pear', { dueDate: '2026-02-10' }],
        ['plum', { addBlockedByIds: ['lime'] }],
        ['fig', { estimate: 2 }],
        ['lime', { addBlockedByIds: ['fig'] }],
      ],
    )
    update('pear', { startDate: '2026-03-01' })
    update('lime', { addBlockedByIds: ['plum'] })
    remove('fig')
    const { changes, fitting } = judgeDraft(plan, draft)
    expect(changes.map(({ nodeId, problem }) => [nodeId, problem])).toEqual([
      ['pear', 'due-before-start'],
      ['plum', 'waits-for-itself'],
      ['fig', 'node-deleted'],
      ['lime', 'blocker-missing'],
    ])
    expect([...fitting]).toEqual([])
  })

  it('turns a dependency around in a draft, whichever of its nodes was changed first', () => {
    const nodes = [pear, plum]
    for (const order of [
      ['plum', 'pear'],
      ['pear', 'plum'],
    ]) {
      const { plan, update, list } = openPlan(nodes)
      const edits: Record<string, DraftEdit> = {
        plum: { removeBlockedByIds: ['pear'] },
        pear: { addBlockedByIds: ['plum'] },
      }
      const { changes, fitting } = judgeDraft(
        plan,
        draftAll(
          nodes,
          order.map((id) => [id, edits[id] ?? {}]),
        ),
      )
      expect(changes.map(({ problem }) => problem)).toEqual([null, null])
      for (const { id, fields } of listDraftUpdates(fitting)) expect(update(id, fields)).toBe(true)
      expect(list().map(({ blockedByIds }) => blockedByIds)).toEqual([['plum'], []])
    }
  })
})
