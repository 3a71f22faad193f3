import {
  escapeHtml,
  estimateUnits,
  type FieldDefinition,
  fieldTypes,
  limits,
  nodePriorities,
  nodeStatuses,
} from '@espalier/domain'
import * as fc from 'fast-check'
import { buildParentIndex, type FilePerson, type InterchangeNode, type InterchangeProject } from '../model/project.ts'
import { normalizeHtml } from './projects.ts'

/** Titles that end like data, and names that look like markup or separators. */
const hostileWords = [
  'Fix #12',
  'call @ann',
  'call @"Ann Lee"',
  'due:2026-12-01',
  'start:2026-12-01 due:2026-12-02',
  'about ~3d',
  'now !high',
  'stage:Review',
  'x stage:"In review"',
  'Budget:5',
  '"Story size":"very large"',
  '#tag #tag',
  '\\#tag',
  'a\\',
  '5" pipe',
  'say "#a b"',
  '@',
  '#',
  '~',
  'due:',
  '":"',
  'a, b; c',
  '"quoted"',
  'a&quot;b &amp;',
  '-->',
  'Field: Due',
  'Due',
  'Tags',
  'start',
  'Stage',
  '=1+1',
  '\u05e9\u05dc\u05d5\u05dd',
]

const name = fc
  .oneof(fc.constantFrom(...hostileWords), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }))
  .map((text) =>
    text
      .replace(/[\ufffe\uffff\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  .filter((text) => text !== '')

const hostileTitle = fc.oneof(
  fc.constantFrom(...hostileWords).map(escapeHtml),
  fc.tuple(name, fc.constantFrom(...hostileWords)).map(([first, last]) => escapeHtml(`${first} ${last}`)),
  fc.constantFrom(...hostileWords).map((words) => `<strong>a</strong> ${escapeHtml(words)}`),
  fc.constantFrom(...hostileWords).map((words) => `a <code>${escapeHtml(words)}</code> "`),
)

export const planningPeople: readonly FilePerson[] = [
  { id: 'u1', email: 'ann@example.org' },
  { id: 'u2', email: 'bo.lee+x@example.org' },
  { id: 'u3', email: '', name: 'Zo\u00eb, "the" Third' },
]

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

const uniqueNames = (most: number) => fc.uniqueArray(name, { maxLength: most, selector: (one) => one.toLowerCase() })

function ownValue({ type, options }: FieldDefinition): fc.Arbitrary<unknown> {
  switch (type) {
    case 'text':
      return name
    case 'number':
      return fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 100)
    case 'date':
      return day
    case 'choice':
      return fc.constantFrom(...options)
    case 'person':
      return fc.constantFrom(...planningPeople.map(({ id }) => id))
    case 'link':
      return fc.constantFrom('https://a.b', 'https://a.b/c?d=(e)&f=%20#g,h;i')
    case 'checkbox':
      return fc.boolean()
  }
}

const lists = fc.record({
  tags: uniqueNames(4).map((names) => names.map((one, at) => ({ id: `t${at}`, name: one, colour: limits.nodeColour }))),
  stages: uniqueNames(4).map((names) =>
    names.map((one, at) => ({
      id: `s${at}`,
      name: one,
      category: nodeStatuses[at % nodeStatuses.length] ?? ('todo' as const),
      colour: limits.nodeColour,
      counts: true,
    })),
  ),
  fieldDefinitions: uniqueNames(fieldTypes.length).map((names) =>
    names.map((one, at): FieldDefinition => {
      const type = fieldTypes[at % fieldTypes.length] ?? 'text'
      return { id: `f${at}`, name: one, type, options: type === 'choice' ? ['a, b', 'c"d', 'e'] : [] }
    }),
  ),
  estimateUnit: fc.constantFrom(...estimateUnits),
})

/** Projects whose nodes use everything that a project defines. */
export const plannedProject: fc.Arbitrary<InterchangeProject> = lists.chain((made) =>
  fc.array(plannedNode(made), { minLength: 1, maxLength: 4 }).map((nodes) => ({
    title: 'Plan',
    body: '',
    ...made,
    people: planningPeople,
    nodes: nodes.map((node, at) => ({ ...node, id: `n${at}`, parentIds: at === 0 ? [] : ['n0'], position: at + 1 })),
  })),
)

const pick = (ids: readonly string[]) => fc.shuffledSubarray([...ids])

function plannedNode({
  tags,
  stages,
  fieldDefinitions,
}: Required<Pick<InterchangeProject, 'tags' | 'stages' | 'fieldDefinitions'>>) {
  return fc
    .record({
      title: hostileTitle,
      status: fc.constantFrom(...nodeStatuses),
      assigneeIds: pick(planningPeople.map(({ id }) => id)),
      dates: fc.uniqueArray(day, { maxLength: 2 }).map((days) => days.toSorted()),
      estimate: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 100)),
      priority: fc.constantFrom(...nodePriorities),
      tagIds: pick(tags.map(({ id }) => id)),
      stage: fc.constantFrom(null, ...stages),
      fields: fc.record(Object.fromEntries(fieldDefinitions.map((field) => [field.id, ownValue(field)])), {
        requiredKeys: [],
      }),
    })
    .map(
      ({ dates: [first, second], stage, status, ...node }): Omit<InterchangeNode, 'id' | 'parentIds' | 'position'> => ({
        ...node,
        body: '',
        hideChildren: false,
        startDate: second === undefined ? null : (first ?? null),
        dueDate: second ?? first ?? null,
        status: stage?.category ?? status,
        stageId: stage?.id ?? null,
      }),
    )
}

const toName = (list: readonly { readonly id: string; readonly name: string }[] = []) =>
  new Map(list.map((entry) => [entry.id, entry.name]))

/** Returns the planning of each node with names instead of ids, which may differ after a round trip. */
export function summarizePlanning(project: InterchangeProject) {
  const [tags, stages, fields] = [toName(project.tags), toName(project.stages), toName(project.fieldDefinitions)]
  return Array.from(buildParentIndex(project).walk(), ({ node }) => ({
    title: normalizeHtml(node.title),
    body: normalizeHtml(node.body),
    status: node.status,
    assigneeIds: node.assigneeIds ?? [],
    startDate: node.startDate ?? null,
    dueDate: node.dueDate ?? null,
    estimate: node.estimate ?? null,
    priority: node.priority ?? 'none',
    tags: (node.tagIds ?? []).map((id) => tags.get(id)),
    stage: node.stageId == null ? null : stages.get(node.stageId),
    fields: Object.fromEntries(Object.entries(node.fields ?? {}).map(([id, value]) => [fields.get(id), value])),
  }))
}
