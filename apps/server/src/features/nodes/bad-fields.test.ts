import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeDocuments } from '../../testing/node-client.ts'
import { openPlannedProject } from '../../testing/planned-project.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

type Plan = Awaited<ReturnType<typeof openPlannedProject>>

let world: ProjectWorld
let ada: SignedInViewer
let stranger: SignedInViewer
let plan: Plan
let other: Plan
/** A node with a start and a due date. */
let dated: string
let removed: { readonly tag: string; readonly stage: string; readonly field: string }

beforeAll(async () => {
  world = await openProjectWorld()
  ada = world.person('ada')
  stranger = world.person('eve')
  other = await openPlannedProject(world, ada)
  plan = await openPlannedProject(world, ada)
  removed = { tag: plan.tag('Garden'), stage: plan.stage('Dropped'), field: plan.field('text') }
  const { fieldDefinitions } = await plan.plan({
    tagChanges: { remove: [removed.tag] },
    stageChanges: { remove: [removed.stage] },
    fieldDefinitionChanges: { remove: [removed.field], put: [{ name: 'words', type: 'text' }] },
  })
  const words = fieldDefinitions.find(({ name }) => name === 'words')?.id ?? ''
  const { field } = plan
  plan = { ...plan, field: (name) => (name === 'text' ? words : field(name)) }
  dated = (await plan.add({ startDate: '2026-06-01', dueDate: '2026-06-30', tagIds: [plan.tag('Bug')] })).id
})
afterAll(() => world.close())

/** The name of the input field, what is wrong with it, and the input. */
type Case = readonly [field: string, what: string, data: () => object]

const repeat = <Value>(count: number, value: () => Value): Value[] => Array.from({ length: count }, value)
const value = (field: string, what: string, given: unknown): Case => [field, what, () => ({ [field]: given })]
const own = (type: string, what: string, given: unknown): Case => [
  'fields',
  `${what} in an own field of type ${type}`,
  () => ({ fields: { [plan.field(type)]: given } }),
]

const dateCases = ['startDate', 'dueDate'].flatMap((field): Case[] => [
  value(field, 'February 30', '2026-02-30'),
  value(field, 'a leap day of another year', '2027-02-29'),
  value(field, 'month 13', '2026-13-01'),
  value(field, 'day 0', '2026-01-00'),
  value(field, 'the year 0', '0000-01-01'),
  value(field, 'a date with a time', '2026-01-01T00:00:00Z'),
  value(field, 'a short date', '2026-1-1'),
  value(field, 'a word', 'tomorrow'),
  value(field, 'an empty text', ''),
  value(field, 'a number', 20260101),
  value(field, 'a boolean', true),
  value(field, 'a list', ['2026-01-01', '2026-01-02']),
  value(field, 'an object', { year: 2026 }),
])

const estimateCases: readonly Case[] = [
  value('estimate', 'a negative number', -1),
  value('estimate', 'a billion', 1e9),
  value('estimate', 'slightly too much', 100_000.01),
  value('estimate', 'NaN', Number.NaN),
  value('estimate', 'infinity', Number.POSITIVE_INFINITY),
  value('estimate', 'a text', '3d'),
  value('estimate', 'a boolean', false),
  value('estimate', 'a list', [1, 2]),
]

const priorityCases: readonly Case[] = [
  value('priority', 'an unknown word', 'highest'),
  value('priority', 'another case', 'High'),
  value('priority', 'a number', 1),
  value('priority', 'an empty text', ''),
]

const personCases = ['assigneeIds', 'addAssigneeIds'].flatMap((field): Case[] => [
  [field, 'an unknown person', () => ({ [field]: [randomUUID()] })],
  [field, 'a person without access', () => ({ [field]: [stranger.person.id] })],
  [field, 'one right and one wrong person', () => ({ [field]: [ada.person.id, stranger.person.id] })],
  [field, '21 people', () => ({ [field]: repeat(21, randomUUID) })],
  [field, 'a person twice', () => ({ [field]: [ada.person.id, ada.person.id] })],
  value(field, 'an empty id', ['']),
  value(field, 'a null in the list', [null]),
  value(field, 'an object', [{ id: 1 }]),
])

const tagCases = ['tagIds', 'addTagIds'].flatMap((field): Case[] => [
  [field, 'a tag of another project', () => ({ [field]: [other.tag('Bug')] })],
  [field, 'an unknown tag', () => ({ [field]: [randomUUID()] })],
  [field, 'a removed tag', () => ({ [field]: [removed.tag] })],
  [field, '21 tags', () => ({ [field]: repeat(21, randomUUID) })],
  [field, 'a tag twice', () => ({ [field]: [plan.tag('Bug'), plan.tag('Bug').toUpperCase()] })],
  value(field, 'a name', ['Bug']),
  value(field, 'a null in the list', [null]),
])

const removalCases: readonly Case[] = [
  ['removeTagIds', 'a tag twice', () => ({ removeTagIds: [plan.tag('Bug'), plan.tag('Bug')] })],
  ['removeAssigneeIds', 'a person twice', () => ({ removeAssigneeIds: [ada.person.id, ada.person.id] })],
  value('removeTagIds', 'a null in the list', [null]),
]

const stageCases: readonly Case[] = [
  ['stageId', 'a stage of another project', () => ({ stageId: other.stage('Doing') })],
  ['stageId', 'an unknown stage', () => ({ stageId: randomUUID() })],
  ['stageId', 'a removed stage', () => ({ stageId: removed.stage })],
  value('stageId', 'a name', 'Doing'),
  value('stageId', 'an empty text', ''),
  value('stageId', 'a boolean', true),
]

const ownCases: readonly Case[] = [
  value('fields', 'a text', 'text'),
  value('fields', 'a list', [1]),
  value('fields', 'a number', 5),
  ['fields', 'an unknown field', () => ({ fields: { [randomUUID()]: 1 } })],
  ['fields', 'a field of another project', () => ({ fields: { [other.field('number')]: 1 } })],
  ['fields', 'a removed field', () => ({ fields: { [removed.field]: 'x' } })],
  value('fields', 'the name of an object’s prototype', JSON.parse('{"__proto__x":1}')),
  own('text', 'a number', 5),
  own('text', '1,001 characters', 'a'.repeat(1_001)),
  own('text', 'an object', {}),
  own('number', 'a text', '5'),
  own('number', 'infinity', Number.POSITIVE_INFINITY),
  own('number', 'a boolean', true),
  own('date', 'February 30', '2026-02-30'),
  own('date', 'a number', 2026),
  own('choice', 'an unknown option', 'Medium'),
  own('choice', 'a list', ['Small']),
  own('person', 'a boolean', true),
  [
    'fields',
    'a person without access in an own field',
    () => ({ fields: { [plan.field('person')]: stranger.person.id } }),
  ],
  own('link', 'a script', 'javascript:alert(1)'),
  own('link', 'a word', 'example'),
  own('link', 'another protocol', 'ftp://example.com/'),
  own('link', '2,001 characters', `https://example.com/${'a'.repeat(1_981)}`),
  own('link', 'a number', 1),
  own('checkbox', 'a text', 'true'),
  own('checkbox', 'a number', 1),
]

const orderCases: readonly Case[] = [
  ['dueDate', 'both dates in the wrong order', () => ({ startDate: '2026-05-02', dueDate: '2026-05-01' })],
]

/** These depend on what the node has. */
const updateCases: readonly Case[] = [
  value('dueDate', 'a day before the stored start', '2026-05-31'),
  value('startDate', 'a day after the stored due date', '2026-07-01'),
]

const cases: readonly Case[] = [
  ...dateCases,
  ...estimateCases,
  ...priorityCases,
  ...personCases,
  ...tagCases,
  ...removalCases,
  ...stageCases,
  ...ownCases,
  ...orderCases,
]

const expectRefusal = async (
  mutation: 'createNode' | 'updateNode' | 'updateNodeBatch',
  variables: Record<string, unknown>,
  field: string,
) => {
  const before = { seq: await plan.seq(), nodes: await plan.list(true) }
  const { errors } = await plan.try(mutation, variables)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
  expect({ seq: await plan.seq(), nodes: await plan.list(true) }).toEqual(before)
}

const refuseInDocument = async (data: string, variables = '', values: Record<string, unknown> = {}) => {
  const query = `mutation${variables} { updateNode(id: "${dated}", data: {title: "Bad", ${data}}) { id } }`
  const ready = world.engine.prepare(query, null)
  if (ready.kind === 'ready') return (await world.ask(ada, query, values)).errors?.[0]?.extensions
  return world.engine.formatErrors(ready.errors, world.log)[0]?.extensions
}
const named = (field: string) => ({ code: 'BAD_USER_INPUT', field })

describe('Bad values of fields', () => {
  it('are at least 100', () => {
    expect(cases.length + updateCases.length).toBeGreaterThanOrEqual(100)
  })

  it.each(cases)('refuses a new node whose %s is %s', async (field, _what, data) => {
    await expectRefusal('createNode', { data: { projectId: plan.projectId, title: 'Bad', ...data() } }, field)
  })

  it.each([...cases, ...updateCases])('refuses an update whose %s is %s', async (field, _what, data) => {
    await expectRefusal('updateNode', { id: dated, data: { title: 'Bad', ...data() } }, field)
  })

  it.each([...cases, ...updateCases])('refuses a batch whose %s is %s', async (field, _what, data) => {
    const fine = (await plan.list()).find(({ id }) => id !== dated)?.id
    const ids = [...(fine === undefined ? [] : [fine]), dated]
    await expectRefusal('updateNodeBatch', { ids, data: { projectId: plan.projectId, ...data() } }, field)
  })

  it('names the field of a value that is written in the document', async () => {
    expect(await refuseInDocument('dueDate: "2026-02-30"')).toMatchObject(named('dueDate'))
    expect(await refuseInDocument('tagIds: [], assigneeIds: ["a", {b: 1}]')).toMatchObject(named('assigneeIds'))
    expect(await refuseInDocument('style: {backgroundColor: "#ffffff"}, priority: huge')).toMatchObject(
      named('priority'),
    )
    expect(await refuseInDocument('style: {backgroundColor: 5}')).toMatchObject(named('style.backgroundColor'))
    expect(await refuseInDocument('startDate: $day', '($day: Date)', { day: 'soon' })).toMatchObject(named('startDate'))
    expect(await refuseInDocument('tagIds: $tags', '($tags: [ID!])', { tags: [true] })).toMatchObject(named('tagIds'))
  })

  it('refuses a 21st assignee or tag that is added to 20', async () => {
    const tags = Array.from({ length: 21 }, (_, at) => ({ name: `Tag ${at}` }))
    const full = await openPlannedProject(world, ada)
    const ids = (await full.plan({ tags })).tags.map(({ id }) => id)
    const { id } = await full.add({ tagIds: ids.slice(0, 20) })
    const { errors } = await full.try('updateNode', { id, data: { addTagIds: [ids[20]] } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'addTagIds' })
    expect((await full.node(id)).tagIds).toEqual(ids.slice(0, 20))
  })

  it('accepts the same document with right values', async () => {
    const { errors } = await world.ask(ada, nodeDocuments.updateNode, { id: dated, data: { dueDate: '2026-07-01' } })
    expect(errors).toBeUndefined()
  })
})
