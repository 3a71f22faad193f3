import { noDefinitions, type ProjectDefinitions } from '@espalier/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRecord, projectId } from '../testing/model-server.ts'
import { createReplica, type Replica } from './replica.ts'

const stage = (id: string, category: 'todo' | 'progress' | 'done') => ({
  id,
  name: id,
  category,
  colour: '#aaaaaa',
  counts: true,
})
const tag = (id: string) => ({ id, name: id, colour: '#aaaaaa' })
const number = { id: 'size', name: 'Size', type: 'number', options: [] } as const

let definitions: ProjectDefinitions
let replica: Replica

beforeEach(() => {
  definitions = {
    ...noDefinitions,
    tags: [tag('red'), tag('green')],
    stages: [stage('next', 'todo'), stage('doing', 'progress'), stage('testing', 'progress')],
    fieldDefinitions: [number, { ...number, id: 'cost' }],
  }
  let made = 0
  replica = createReplica({
    projectId,
    seq: 1,
    nodes: [aRecord('a', [], { tagIds: ['red'], fields: { size: 1 } })],
    newId: () => `id-${(made += 1)}`,
    definitions: () => definitions,
  })
})

const node = () => replica.node('a')

describe('Fields for planning on a page', () => {
  it('makes stage and status follow each other at once', () => {
    replica.edits.change('a', { stageId: 'testing' })
    expect(node()).toMatchObject({ status: 'progress', stageId: 'testing' })
    replica.edits.change('a', { status: 'todo' })
    expect(node()).toMatchObject({ status: 'todo', stageId: 'next' })
    replica.edits.change('a', { status: 'done' })
    expect(node()).toMatchObject({ status: 'done', stageId: null })
  })

  it('lets a pending status decide the stage that another person sets meanwhile', () => {
    replica.edits.change('a', { status: 'done' })
    const changed = aRecord('a', [], { stageId: 'doing', status: 'progress', version: 2 })
    replica.receive({ seq: 2, isOwn: false, nodes: [changed] })
    expect(node()).toMatchObject({ status: 'done', stageId: null })
  })

  it('refuses a due date before the start, and changes nothing', () => {
    replica.edits.change('a', { startDate: '2026-12-10' })
    expect(replica.edits.change('a', { dueDate: '2026-12-01', estimate: 3 })).toMatchObject({
      reason: 'The due date cannot be before the start date',
    })
    expect(node()).toMatchObject({ dueDate: null, estimate: null })
    expect(replica.unsent()).toHaveLength(1)
  })

  it('undoes and redoes parts of lists and own fields exactly', () => {
    const before = node()
    replica.edits.change('a', { addTagIds: ['green'], removeTagIds: ['red'], fields: { size: null, cost: 5 } })
    expect(node()).toMatchObject({ tagIds: ['green'], fields: { cost: 5 } })
    const after = node()
    replica.edits.undo()
    expect(node()).toEqual(before)
    replica.edits.redo()
    expect(node()).toEqual(after)
  })

  it('leaves what others changed since when it undoes', () => {
    replica.edits.change('a', { addTagIds: ['green'], fields: { size: 2 } })
    const [operation] = replica.unsent()
    const stored = aRecord('a', [], { tagIds: ['red', 'green', 'blue'], fields: { cost: 9, size: 2 }, version: 3 })
    replica.answered([{ operationId: operation?.id ?? '', answer: { kind: 'node', node: stored } }])
    definitions = { ...definitions, tags: [...definitions.tags, tag('blue')] }
    replica.edits.undo()
    expect(node()).toMatchObject({ tagIds: ['red', 'blue'], fields: { cost: 9, size: 1 } })
  })

  it('does not bring back by undo what the project no longer has', () => {
    replica.edits.change('a', { stageId: 'testing' })
    replica.edits.change('a', { tagIds: [], status: 'done', fields: { size: null } })
    definitions = { ...definitions, tags: [tag('green')], stages: [stage('doing', 'progress')], fieldDefinitions: [] }
    replica.edits.undo()
    expect(node()).toMatchObject({ tagIds: [], status: 'progress', stageId: 'doing', fields: {} })
  })

  it('redoes different cleared fields of two nodes as two requests', () => {
    const { value: other = '' } = replica.edits.create({ kind: 'root' }) as { readonly value?: string }
    replica.edits.change('a', { startDate: '2026-01-01' })
    replica.edits.change(other, { dueDate: '2026-06-15' })
    replica.edits.changeMany(['a', other], { startDate: null, dueDate: null })
    replica.edits.undo()
    replica.edits.redo()
    expect([node()?.startDate, replica.node(other)?.dueDate]).toEqual([null, null])
  })

  it('sends lists and own fields as the API has them', () => {
    replica.edits.change('a', { addTagIds: ['green'], fields: { cost: 5 } })
    replica.edits.undo()
    expect(replica.unsent().map(({ request }) => request)).toEqual([
      { kind: 'update', id: 'a', change: { addTagIds: ['green'], fields: { cost: 5 } } },
      { kind: 'update', id: 'a', change: { tagIds: ['red'], fields: { cost: null } } },
    ])
  })
})
