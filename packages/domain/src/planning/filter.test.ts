import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodePriorities } from '../node/field-values.ts'
import { Schedule } from '../schedule/schedule.ts'
import { createFilter, type FilterSubjects } from './filter.ts'
import { splitFilter, writeFilterWord } from './filter-grammar.ts'
import type { PlannedNode } from './planned-node.ts'

const subjects: FilterSubjects = {
  today: '2026-11-17',
  viewerId: 'u-ann',
  people: [
    { id: 'u-ann', name: 'Ann Lee', email: 'ann@example.org' },
    { id: 'u-bob', name: 'Bob', email: 'Bob@example.org' },
  ],
  tags: [
    { id: 't-ui', name: 'UI' },
    { id: 't-two', name: 'two words' },
  ],
  stages: [
    { id: 's-review', name: 'In review', counts: true },
    { id: 's-dropped', name: 'Dropped', counts: false },
  ],
  fieldDefinitions: [
    { id: 'f-cost', name: 'Cost', type: 'number', options: [] },
    { id: 'f-size', name: 'T-shirt size', type: 'choice', options: ['S', 'M'] },
    { id: 'f-paid', name: 'paid', type: 'checkbox', options: [] },
    { id: 'f-who', name: 'tester', type: 'person', options: [] },
    { id: 'f-day', name: 'released', type: 'date', options: [] },
    { id: 'f-note', name: 'note', type: 'text', options: [] },
  ],
}

const aNode = (id: string, more: Partial<PlannedNode> = {}): PlannedNode => ({
  id,
  parentIds: [],
  title: id,
  body: '',
  status: 'todo',
  projectLink: null,
  assigneeIds: [],
  startDate: null,
  dueDate: null,
  estimate: null,
  priority: 'none',
  tagIds: [],
  stageId: null,
  fields: {},
  ...more,
})

const nodes = [
  aNode('goal', { body: '<p>Grow <b>pears</b></p>', status: 'progress' }),
  aNode('mine', { parentIds: ['goal'], assigneeIds: ['u-bob', 'u-ann'], dueDate: '2026-11-16', priority: 'urgent' }),
  aNode('his', { parentIds: ['goal'], assigneeIds: ['u-bob'], dueDate: '2026-11-17', priority: 'high', estimate: 3 }),
  aNode('late', { parentIds: ['mine'], status: 'done', dueDate: '2026-11-01', tagIds: ['t-ui'], estimate: 0 }),
  aNode('soon', { parentIds: ['late'], dueDate: '2026-11-23', tagIds: ['t-two'], stageId: 's-review' }),
  aNode('far', { dueDate: '2026-11-24', projectLink: 'p2', fields: { 'f-cost': 12.5, 'f-size': 'M', 'f-paid': true } }),
  aNode('text', { title: 'see <a href="https://x.org">tag:nothing</a>', fields: { 'f-who': 'u-bob' } }),
  aNode('kept', { fields: { 'f-day': '2026-11-10', 'f-note': 'Blue  paint' }, priority: 'low' }),
]

const readDate = (text: string) => (text === 'tomorrow' ? '2026-11-18' : null)
const find = (text: string): string => [...createFilter(text, subjects).find(nodes)].join(' ')
const findWithUnread = (text: string): string =>
  [...createFilter(text, { ...subjects, isUnread: (id) => id === 'soon' }).find(nodes)].join(' ')
const all = nodes.map(({ id }) => id).join(' ')

describe('the filter box', () => {
  it.each([
    ['', all],
    ['assignee:me', 'mine'],
    ['is:mine', 'mine'],
    ['assignee:BOB@example.org', 'mine his'],
    ['assignee:"ann lee"', 'mine'],
    ['assignee:nobody@example.org', ''],
    ['-assignee:none', 'mine his'],
    ['tag:ui', 'late'],
    ['tag:"two words"', 'soon'],
    ['tag:gone', ''],
    ['-tag:gone', all],
    ['stage:"in review"', 'soon'],
    ['priority:high', 'his'],
    ['priority:>=high', 'mine his'],
    ['priority:<high -priority:none', 'kept'],
    ['status:open due:<7d', 'mine his soon'],
    ['status:done', 'late'],
    ['status:progress', 'goal'],
    ['due:today', 'his'],
    ['due:overdue', 'mine'],
    ['due:<7d', 'mine his late soon'],
    ['due:<=7d', 'mine his late soon far'],
    ['due:>1w', ''],
    ['due:2026-11-24', 'far'],
    ['due:none', 'goal text kept'],
    ['estimate:none -is:ready', 'goal'],
    ['estimate:>=3', 'his'],
    ['estimate:0', 'late'],
    ['is:ready', 'mine his soon far text kept'],
    ['is:blocked', ''],
    ['is:critical', ''],
    ['is:unread', ''],
    ['has:description', 'goal'],
    ['has:link', 'far text'],
    ['has:comments', ''],
    ['cost:>12', 'far'],
    ['COST:none tag:ui', 'late'],
    ['"t-shirt size":m', 'far'],
    ['paid:yes', 'far'],
    ['-paid:no', 'far'],
    ['tester:bob', 'text'],
    ['released:<2026-11-17', 'kept'],
    ['note:"blue paint"', 'kept'],
    ['PEARS', 'goal'],
    ['"grow pears"', 'goal'],
    ['-pears -is:ready', 'late'],
    ['pears tag:ui', ''],
  ])('reads %s', (text, expected) => {
    expect(find(text)).toBe(expected)
  })

  it('finds the nodes about which the person has something unread', () => {
    expect(findWithUnread('is:unread')).toBe('soon')
    expect(findWithUnread('-is:unread status:progress')).toBe('goal')
  })

  it.each(['"tag:nothing"', 'tag:nothing'])('finds the words of %s only in quotes', (text) => {
    expect(find(text)).toBe(text.startsWith('"') ? 'text' : '')
  })

  it.each(['priority:huge', 'status:maybe', 'due:someday', 'is:odd', 'has:none', 'cost:much', 'unknown:x', 'x:', ':x'])(
    'searches for %s as a word, because it means nothing to the project',
    (text) => {
      const node = aNode('odd', { title: `about ${text}` })
      expect([...createFilter(text, subjects).find([node, ...nodes])]).toEqual(['odd'])
    },
  )

  it.each([
    ['pears -is:ready tag:UI assignee:me stage:none', []],
    ['due:someday tag:ui', ['unreadable due:someday']],
    ['-priority:huge "unknown thing":x', ['unreadable priority:huge', 'unreadable unknown thing:x']],
    [
      'tag:gone -stage:gone assignee:x@example.org',
      ['missing tag:gone', 'missing stage:gone', 'missing assignee:x@example.org'],
    ],
    [
      '"t-shirt size":XXL "t-shirt size":s tester:nobody tester:me',
      ['missing t-shirt size:XXL', 'missing tester:nobody'],
    ],
  ])('names the words of %s that may surprise', (text, expected) => {
    expect(createFilter(text, subjects).problems.map((problem) => `${problem.kind} ${problem.text}`)).toEqual(expected)
  })

  it.each([
    ['-tag:ui due:overdue pears', false],
    ['is:mine', false],
    ['-IS:Ready', true],
    ['is:blocked', true],
    ['is:critical', true],
  ])('tells of %s whether one node can change another', (text, expected) => {
    expect(createFilter(text, subjects).dependsOnOthers).toBe(expected)
  })

  it('finds a node ready whose only open child is in a stage that does not count', () => {
    const family = [aNode('parent'), aNode('child', { parentIds: ['parent'], stageId: 's-dropped' })]
    expect([...createFilter('is:ready', subjects).find(family)]).toEqual(['parent', 'child'])
  })

  it('asks the schedule what is ready, blocked or critical', () => {
    const plan = [aNode('first', { estimate: 2 }), aNode('then', { estimate: 1 }), aNode('other')]
    const schedule = new Schedule(
      plan.map((node) => ({ ...node, blockedByIds: node.id === 'then' ? ['first'] : [], isCounted: true })),
    )
    const scheduled = { ...subjects, getScheduled: (id: string) => schedule.get(id) }
    const findScheduled = (text: string) => [...createFilter(text, scheduled).find(plan)].join(' ')
    expect(['is:ready', 'is:blocked', 'is:critical', '-is:critical'].map(findScheduled)).toEqual([
      'first other',
      'then',
      'first then',
      'other',
    ])
  })

  it('asks the reader of dates for words such as friday', () => {
    expect([...createFilter('due:<tomorrow status:open', { ...subjects, readDate }).find(nodes)]).toEqual([
      'mine',
      'his',
    ])
  })

  it('understands every text without an error', () => {
    const piece = fc.constantFrom(
      '"',
      '-',
      ':',
      ' ',
      'tag',
      'due',
      'priority',
      '<',
      '>=',
      '7d',
      'is',
      'x',
      '\n',
      '9999m',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          let last = 0
          for (const { start, end } of splitFilter(text)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length)
          createFilter(text, subjects).find(nodes)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('reads back every word that it writes', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ minLength: 1 })), fc.string({ minLength: 1 }), (key, value) => {
        const bare = { key: key?.replaceAll('"', '') ?? null, value: value.replaceAll('"', '') }
        fc.pre(bare.key !== '' && bare.value !== '')
        const [word, ...others] = splitFilter(writeFilterWord(key, value))
        expect(others).toEqual([])
        expect(word).toMatchObject({ key: bare.key?.toLowerCase() ?? null, value: bare.value, isNegated: false })
      }),
      { numRuns: 1_000 },
    )
  })

  it('agrees with tests of single words, node by node', () => {
    const someNode = fc.record({
      id: fc.uuid(),
      title: fc.constantFrom('pears', 'plums'),
      status: fc.constantFrom('todo', 'progress', 'done'),
      assigneeIds: fc.subarray(['u-ann', 'u-bob']),
      tagIds: fc.subarray(['t-ui', 't-two']),
      dueDate: fc.option(fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-25')),
      priority: fc.constantFrom(...nodePriorities),
      parentIds: fc.constant([]),
    })
    const tests: Readonly<Record<string, (node: PlannedNode) => boolean>> = {
      'assignee:me': (node) => node.assigneeIds.includes('u-ann'),
      'tag:ui': (node) => node.tagIds.includes('t-ui'),
      'priority:>medium': (node) => node.priority === 'high' || node.priority === 'urgent',
      'status:open': (node) => node.status !== 'done',
      'due:overdue': (node) => node.dueDate === '2026-11-16' && node.status !== 'done',
      'due:<7d': (node) => node.dueDate === '2026-11-16' || node.dueDate === '2026-11-17',
      pears: (node) => node.title === 'pears',
    }
    const someWord = fc.tuple(fc.boolean(), fc.constantFrom(...Object.keys(tests)))
    fc.assert(
      fc.property(fc.array(someNode), fc.array(someWord, { maxLength: 5 }), (drafts, words) => {
        const list = drafts.map((draft) => aNode(draft.id, draft))
        const text = words.map(([isNegated, word]) => `${isNegated ? '-' : ''}${word}`).join(' ')
        const expected = list.filter((node) => words.every(([isNegated, word]) => tests[word]?.(node) !== isNegated))
        expect([...createFilter(text, subjects).find(list)]).toEqual([...new Set(expected.map(({ id }) => id))])
      }),
      { numRuns: 1_000 },
    )
  })
})
