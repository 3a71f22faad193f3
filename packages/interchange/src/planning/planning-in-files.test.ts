import { planLimits } from '@espalier/domain'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '../files.ts'
import { readEspalierJson } from '../formats/espalier.ts'
import { readMarkdown } from '../formats/markdown.ts'
import { previewTable, readTable } from '../formats/table.ts'
import type { ImportResult } from '../model/import-fault.ts'
import type { FileDefinitions, FilePerson, InterchangeNode, ReadOptions } from '../model/project.ts'

const colour = '#fffabb'
const people: readonly FilePerson[] = [
  { id: 'u1', email: 'ann@example.org', name: 'Ann Lee' },
  { id: 'u2', email: 'ann@example.com', name: 'Ann Poe' },
]
const lists: FileDefinitions = {
  tags: [{ id: 't1', name: 'Bug', colour }],
  stages: [{ id: 's1', name: 'Review', category: 'progress', colour, counts: true }],
  fieldDefinitions: [{ id: 'f1', name: 'Budget', type: 'number', options: [] }],
  estimateUnit: 'hours',
}

const readOne = (result: ImportResult): InterchangeNode & { readonly remarks: readonly string[] } => {
  if (!result.ok) throw new Error(result.reason.text)
  const node = result.value.nodes.at(-1)
  if (node === undefined) throw new Error('no node')
  return { ...node, remarks: result.remarks }
}
const readLine = (line: string, options: ReadOptions = { people, lists }) =>
  readOne(readMarkdown(`- ${line}\n`, options))

describe('Markdown of other programs', () => {
  it('reads the words at the end of a line as fields', () => {
    const node = readLine('Pick pears @ann.lee #bug !high start:2026-11-01 due:2026-12-01 ~2d stage:review budget:5')
    expect(node).toMatchObject({
      title: 'Pick pears',
      assigneeIds: ['u1'],
      tagIds: ['t1'],
      priority: 'high',
      startDate: '2026-11-01',
      dueDate: '2026-12-01',
      estimate: 16,
      stageId: 's1',
      status: 'progress',
      fields: { f1: 5 },
    })
    expect(node.remarks).toEqual([])
  })

  it.each([
    ['a word in the middle', 'Tell #bug about it'],
    ['the number of an issue', 'Fixes #12'],
    ['an address', 'See https://example.org'],
    ['an unknown field', 'Note:well'],
    ['an unknown stage', 'On stage:left'],
    ['a date that no calendar has', 'Meet due:2026-02-30'],
    ['a number without a unit', 'It costs ~3'],
    ['nothing but a word', '#bug'],
    ['a full stop', 'Never use #bug.'],
    ['an exclamation', 'Stop !now'],
  ])('keeps %s in the title', (_name, line) => {
    const node = readLine(line)
    expect(node.title).toBe(line)
    expect(node).not.toHaveProperty('tagIds')
  })

  it('keeps somebody whom the project does not know, or who may be two people, in the title', () => {
    expect(readLine('Ask @bob #bug')).toMatchObject({ title: 'Ask @bob', tagIds: ['t1'] })
    expect(readLine('Ask #bug @ann')).toMatchObject({ title: 'Ask @ann', tagIds: ['t1'] })
  })

  it('reads lines of very many words and quotes, each word once', () => {
    const read = readMarkdown(`- a ${'#b '.repeat(200_000)}\n- ${'"'.repeat(15_000)}\n- ${'#" '.repeat(5_000)}c\n`)
    expect(read.ok && read.value.nodes.map(({ title }) => title.slice(0, 1))).toEqual(['I', 'a', '"', '#'])
  })
})

describe('names that the project does not know', () => {
  const table =
    'Title,Assignees,Tags,Stage,Status,Size\nPear,"bo@x.org; Ann Lee",New,Later,done,3\nFig,,bug,REVIEW,,4.5\n'
  const roles = ['title', 'assignees', 'tags', 'stage', 'status', 'field'] as const

  it('become tags, stages and own fields, and people go into the description; all of it is said', () => {
    const preview = previewTable(table, { people, lists, isUnderNode: true }, { hasHeading: true, roles })
    expect(preview.ok && preview.value.remarks).toEqual([
      'The project does not have these, so they go into descriptions: bo@x.org.',
      'New tags: New.',
      'New stages: Later.',
      'New own fields: Size.',
    ])
    const read = readTable(table, { people, lists, isUnderNode: true }, { hasHeading: true, roles })
    if (!read.ok) throw new Error(read.reason.text)
    const [pear, fig] = read.value.nodes
    const field = read.value.fieldDefinitions?.find(({ name }) => name === 'Size')
    expect(field?.type).toBe('number')
    expect(pear).toMatchObject({
      assigneeIds: ['u1'],
      body: '<p>Assignees: bo@x.org</p>',
      fields: { [field?.id ?? '']: 3 },
    })
    expect(read.value.stages?.find(({ name }) => name === 'Later')).toMatchObject({ category: 'done' })
    expect(fig).toMatchObject({ tagIds: ['t1'], stageId: 's1', status: 'progress' })
  })

  it('are not announced where they become a project of their own', () => {
    const read = readTable(table, { people, isUnderNode: true }, { hasHeading: true, roles })
    expect(read.ok && read.remarks).toEqual([
      'The project does not have these, so they go into descriptions: bo@x.org.',
    ])
  })

  it('go into the description where the project has no room for them', () => {
    const stages = Array.from({ length: planLimits.stages }, (_, at) => ({
      id: `s${at}`,
      name: `Stage ${at}`,
      category: 'todo' as const,
      colour,
      counts: true,
    }))
    const fieldDefinitions = Array.from({ length: planLimits.fields }, (_, at) => ({
      id: `f${at}`,
      name: `Field ${at}`,
      type: 'text' as const,
      options: [],
    }))
    const node = readOne(
      readTable(
        'Title,Stage,Size\nPear,Later,3',
        { isUnderNode: true, lists: { stages, fieldDefinitions } },
        {
          hasHeading: true,
          roles: ['title', 'stage', 'field'],
        },
      ),
    )
    expect(node.body).toBe('<p>Stage: Later</p><p>Size: 3</p>')
    expect(node).not.toHaveProperty('stageId')
    expect(node.remarks).toHaveLength(1)
  })
})

const manyPeople = Array.from({ length: 21 }, (_, at): FilePerson => ({ id: `p${at}`, email: `p${at}@example.org` }))
const manyAddresses = manyPeople.map(({ email }) => email).join(', ')

const jsonFile = (node: object): Uint8Array =>
  strToU8(
    JSON.stringify({
      format: 'espalier',
      version: 1,
      project: { title: 'Plan', people: manyPeople, ...lists },
      nodes: [{ id: 'a', title: 'Pear', ...node }],
    }),
  )
const xmindFile = (topic: object): Uint8Array =>
  zipSync({ 'content.json': strToU8(JSON.stringify([{ rootTopic: { id: 'a', title: 'Pear', ...topic } }])) })
const opmlFile = (attributes: string): Uint8Array =>
  strToU8(
    `<opml><head><_lists>${JSON.stringify(lists).replaceAll('"', '&quot;')}</_lists></head><body><outline text="Pear" ${attributes}/></body></opml>`,
  )
const freemindFile = (name: string, value: string): Uint8Array =>
  strToU8(`<map><node TEXT="Pear"><attribute NAME="${name}" VALUE="${value}"/></node></map>`)
const csvFile = (heading: string, value: string): Uint8Array => strToU8(`Title,${heading}\nPear,${value}\nFig,\n`)
const taskInfo = (name: string, content: string) => ({
  extensions: [{ provider: 'org.xmind.ui.taskInfo', content: [{ name, content }] }],
})

describe('values that no node can have', () => {
  it.each<[string, string, Uint8Array, string, RegExp]>([
    ['NaN in a table', 'a.csv', csvFile('Estimate', 'NaN'), 'estimate', /estimate.*"NaN"/],
    ['10^9 in a table', 'a.csv', csvFile('Estimate', '1000000000'), 'estimate', /estimate.*"1000000000"/],
    ['1e9 in a table', 'a.csv', csvFile('Estimate', '1e9'), 'estimate', /estimate.*"1e9"/],
    ['a negative number in a table', 'a.csv', csvFile('Estimate', '-1'), 'estimate', /estimate/],
    ['a word for a date in a table', 'a.csv', csvFile('Due date', 'soon'), 'dueDate', /due date.*"soon"/],
    ['no calendar day in OPML', 'a.opml', opmlFile('_due="2026-02-30"'), 'dueDate', /due date/],
    ['10^9 in OPML', 'a.opml', opmlFile('_estimate="1000000000"'), 'estimate', /estimate/],
    ['an unknown priority in OPML', 'a.opml', opmlFile('_priority="P1"'), 'priority', /priority.*"P1"/],
    [
      'a start after the due date in OPML',
      'a.opml',
      opmlFile('_start="2026-12-02" _due="2026-12-01"'),
      'startDate',
      /start date after/,
    ],
    [
      'a word for a number in OPML',
      'a.opml',
      opmlFile('_fields="{&quot;Budget&quot;:&quot;much&quot;}"'),
      'fields',
      /Budget.*"much"/,
    ],
    ['NaN in FreeMind', 'a.mm', freemindFile('Estimate', 'NaN'), 'estimate', /estimate/],
    ['a word for a date in FreeMind', 'a.mm', freemindFile('Start', 'tomorrow'), 'startDate', /start date/],
    ['a word for a date in XMind', 'a.xmind', xmindFile(taskInfo('end-date', 'later')), 'dueDate', /due date/],
    ['a text for an estimate in JSON', 'a.json', jsonFile({ estimate: 'NaN' }), 'estimate', /estimate.*"NaN"/],
    ['10^9 in JSON', 'a.json', jsonFile({ estimate: 1e9 }), 'estimate', /estimate/],
    ['a wrong priority in JSON', 'a.json', jsonFile({ priority: 7 }), 'priority', /priority.*"7"/],
    [
      'a start after the due date in JSON',
      'a.json',
      jsonFile({ startDate: '2026-12-02', dueDate: '2026-12-01' }),
      'startDate',
      /start date after/,
    ],
    ['a list for own fields in JSON', 'a.json', jsonFile({ fields: [1] }), 'fields', /own fields/],
    ['a wrong value of an own field in JSON', 'a.json', jsonFile({ fields: { f1: '5' } }), 'fields', /Budget/],
    ['no list of people in JSON', 'a.json', jsonFile({ assigneeIds: 'ann' }), 'assigneeIds', /assignees/],
    [
      '21 tags in JSON',
      'a.json',
      jsonFile({ tagIds: Array.from({ length: 21 }, (_, at) => `t${at}`) }),
      'tagIds',
      /tags/,
    ],
  ])('are left out and reported: %s', (_name, file, bytes, field, remark) => {
    const read = readProjectFile(file, bytes, { people })
    if (!read.ok) throw new Error(read.reason.text)
    const node = read.value.nodes.find(({ title }) => title === 'Pear')
    expect(node).toBeDefined()
    expect(node).not.toHaveProperty(field)
    expect(read.remarks.join(' ')).toMatch(remark)
  })

  it.each<[string, string, Uint8Array]>([
    ['a table', 'a.csv', csvFile('Assignees', `"${manyAddresses}"`)],
    ['OPML', 'a.opml', opmlFile(`_assignees="${manyAddresses}"`)],
    ['FreeMind', 'a.mm', freemindFile('Assignees', manyAddresses)],
    ['XMind', 'a.xmind', xmindFile(taskInfo('assigned-to', manyAddresses))],
    ['JSON', 'a.json', jsonFile({ assigneeIds: manyPeople.map(({ id }) => id) })],
  ])('go into the description where a node has 21 assignees, in %s', (_name, file, bytes) => {
    const read = readProjectFile(file, bytes, { people: manyPeople })
    if (!read.ok) throw new Error(read.reason.text)
    const node = read.value.nodes.find(({ title }) => title === 'Pear')
    expect(node?.assigneeIds).toHaveLength(20)
    expect(node?.body).toBe('<p>Assignees: p20@example.org</p>')
    expect(read.remarks.join(' ')).toContain('p20@example.org')
  })

  it('are still refused by name when a program sends our own format', () => {
    const read = readEspalierJson(jsonFile({ estimate: 'NaN' }))
    expect(read.ok ? '' : read.reason.text).toContain('nodes[0].estimate is not an estimate')
  })
})

describe('planning of other programs', () => {
  it('reads labels, priorities and task information of XMind', () => {
    const topic = {
      labels: ['Bug', 'New'],
      markers: [{ markerId: 'priority-7' }, { markerId: 'task-half' }],
      extensions: [
        {
          provider: 'org.xmind.ui.taskInfo',
          content: [
            { name: 'start-date', content: '2026-11-01 10:00:00' },
            { name: 'end-date', content: '2026-12-01 12:30:00' },
            { name: 'assigned-to', content: 'Ann Lee' },
          ],
        },
      ],
    }
    expect(readOne(readProjectFile('a.xmind', xmindFile(topic), { people }))).toMatchObject({
      status: 'progress',
      priority: 'low',
      startDate: '2026-11-01',
      dueDate: '2026-12-01',
      assigneeIds: ['u1'],
      remarks: [],
    })
  })

  it('reads labels, priorities and task information of XMind 8', () => {
    const xml =
      '<xmap-content><sheet><topic id="a"><title>Pear</title><labels><label>Bug</label></labels>' +
      '<marker-refs><marker-ref marker-id="priority-1"/></marker-refs>' +
      '<extensions><extension provider="org.xmind.ui.taskInfo"><content><end-date>2026-12-01 00:00:00</end-date>' +
      '<assigned-to>ann@example.org</assigned-to></content></extension></extensions></topic></sheet></xmap-content>'
    const read = readProjectFile('a.xmind', zipSync({ 'content.xml': strToU8(xml) }), { people, lists })
    expect(readOne(read)).toMatchObject({
      priority: 'urgent',
      dueDate: '2026-12-01',
      assigneeIds: ['u1'],
      tagIds: ['t1'],
    })
  })

  it('finds the people of our own JSON by their addresses where their ids are of another place', () => {
    const bytes = strToU8(
      JSON.stringify({
        format: 'espalier',
        version: 1,
        project: {
          title: 'Plan',
          people: [
            { id: 'x1', email: 'ann@example.org' },
            { id: 'x2', email: 'bo@example.org' },
          ],
        },
        nodes: [{ id: 'a', title: 'Pear', assigneeIds: ['x1', 'x2', 'x3'] }],
      }),
    )
    const node = readOne(readProjectFile('a.json', bytes, { people }))
    expect(node).toMatchObject({ assigneeIds: ['u1'], body: '<p>Assignees: bo@example.org</p>' })
    expect(node.remarks).toEqual([
      '1 assignee left out who cannot see the project.',
      'The project does not have these, so they go into descriptions: bo@example.org.',
    ])
  })

  it('says which entries of our own JSON are new, and keeps those that do not fit as text', () => {
    const bytes = strToU8(
      JSON.stringify({
        format: 'espalier',
        version: 1,
        project: {
          title: 'Plan',
          tags: [
            { id: 'a', name: 'Bug' },
            { id: 'b', name: 'New' },
            { id: 'c', name: 'Unused' },
          ],
          stages: [{ id: 'd', name: 'Review', category: 'done' }],
          fieldDefinitions: [
            { id: 'e', name: 'Budget', type: 'text' },
            { id: 'f', name: 'Size', type: 'text' },
          ],
        },
        nodes: [
          { id: 'n', title: 'Pear', tagIds: ['a', 'b'], stageId: 'd', status: 'done', fields: { e: 'low', f: 'XL' } },
        ],
      }),
    )
    const node = readOne(readProjectFile('a.json', bytes, { people, lists }))
    expect(node).toMatchObject({
      tagIds: ['a', 'b'],
      fields: { f: 'XL' },
      body: '<p>Stage: Review</p><p>Budget: low</p>',
    })
    expect(node.remarks.slice(1)).toEqual(['New tags: New.', 'New own fields: Size.'])
  })
})
