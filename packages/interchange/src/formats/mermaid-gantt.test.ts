import { expect, it } from 'vitest'
import type { InterchangeNode, InterchangeProject } from '../model/project.ts'
import { writeMermaidGantt } from './mermaid-gantt.ts'

let made = 0
const node = (title: string, parentId: string | null, more: Partial<InterchangeNode> = {}): InterchangeNode => ({
  id: title,
  parentIds: parentId === null ? [] : [parentId],
  title,
  body: '',
  status: 'todo',
  position: (made += 1),
  hideChildren: false,
  ...more,
})

const write = (nodes: readonly InterchangeNode[], more: Partial<InterchangeProject> = {}): readonly string[] =>
  writeMermaidGantt({ title: 'Plan', body: '', nodes, ...more })
    .trimEnd()
    .split('\n')
    .map((line) => line.trim())

const head = ['gantt', 'title Plan', 'dateFormat YYYY-MM-DD', 'inclusiveEndDates']

it('writes a section for each branch and a bar for each node with dates or an estimate', () => {
  const nodes = [
    node('Garden', null),
    node('Beds', 'Garden', { startDate: '2026-11-01', dueDate: '2026-11-30', status: 'progress' }),
    node('Dig', 'Beds', { startDate: '2026-11-02', estimate: 2.5, status: 'done', priority: 'urgent' }),
    node('Sow', 'Beds', { dueDate: '2026-11-20', estimate: 3 }),
    node('Rest', 'Beds'),
    node('Paths', 'Garden'),
    node('Gravel', 'Paths', { estimate: 4, priority: 'high' }),
    node('Open', 'Paths', { dueDate: '2026-12-01' }),
    node('Start', 'Paths', { startDate: '2026-12-02' }),
  ]
  expect(write(nodes, { estimateUnit: 'days' })).toEqual([
    ...head,
    'section Beds',
    'Beds :active, n1, 2026-11-01, 2026-11-30',
    'Dig :crit, done, n2, 2026-11-02, 2.5d',
    'Sow :n3, 2026-11-18, 2026-11-20',
    'section Paths',
    'Gravel :n4, 4d',
    'Open :milestone, n5, 2026-12-01, 0d',
    'Start :n6, 2026-12-02, 1d',
  ])
})

it('begins a bar without dates after those that it waits for, as far as they have bars', () => {
  const nodes = [
    node('Dig', null, { estimate: 1 }),
    node('Buy', null),
    node('Plant', null, { estimate: 2, blockedByIds: ['Dig', 'Buy', 'Fetch'] }),
    node('Fetch', null, { startDate: '2026-11-02' }),
    node('Water', null, { startDate: '2026-11-09', blockedByIds: ['Plant'] }),
  ]
  expect(write(nodes, { estimateUnit: 'days' }).filter((line) => line.includes(' :'))).toEqual([
    'Dig :n1, 1d',
    'Plant :n2, after n1 n3, 2d',
    'Fetch :n3, 2026-11-02, 1d',
    'Water :n4, 2026-11-09, 1d',
  ])
})

it('counts eight hours as a day, and each root is a section where there are several', () => {
  const nodes = [node('a', null, { estimate: 12 }), node('b', null, { dueDate: '2026-11-10', estimate: 12 })]
  expect(write(nodes, { estimateUnit: 'hours' })).toEqual([
    ...head,
    'section a',
    'a :n1, 1.5d',
    'section b',
    'b :n2, 2026-11-09, 2026-11-10',
  ])
})

it.each([
  ['a: b; c #1', 'a\uff1a b\uff1b c \uff031'],
  ['%%{init}%%', '\uff05\uff05{init}\uff05\uff05'],
  ['section two', '\u200bsection two'],
  ['Title of all', '\u200bTitle of all'],
  ['2026-12-01 is the day', '\u200b2026-12-01 is the day'],
  ['a\nb', 'a b'],
  ['&lt;b&gt;', '\uff1cb\uff1e'],
  ['', '\u200b'],
])('writes a title so that it stays a title: %j', (title, written) => {
  expect(write([node(title, null, { estimate: 1 })]).at(-1)).toBe(`${written} :n1, 1d`)
})

it('has no bars where nothing is planned', () => {
  expect(write([node('a', null)])).toEqual(head)
})
