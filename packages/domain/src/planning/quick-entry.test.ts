import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDateReader } from './date-words.ts'
import { findQuickEntries, type QuickEntrySubjects, removeQuickEntries } from './quick-entry.ts'

const reader = createDateReader('en')
const subjects: QuickEntrySubjects = {
  people: [
    { id: 'u-ann', name: 'Ann Lee', email: 'ann@example.org' },
    { id: 'u-anna', name: 'Anna', email: 'a.smith@example.org' },
    { id: 'u-bob', name: '', email: 'bob@example.org' },
  ],
  tags: [
    { id: 't-ui', name: 'UI' },
    { id: 't-two', name: 'two words' },
  ],
  estimateUnit: 'days',
  readDate: (text) => reader.read(text, '2026-11-17'),
}

const find = (title: string, more: Partial<QuickEntrySubjects> = {}) =>
  findQuickEntries(title, { ...subjects, ...more })
const values = (title: string, more: Partial<QuickEntrySubjects> = {}) => find(title, more).map(({ value }) => value)
const removeFirst = (title: string) => removeQuickEntries(title, find(title).slice(0, 1))
const clean = (title: string) => removeQuickEntries(title, find(title))

describe('quick entry in titles', () => {
  it('finds every kind of field and leaves a clean title', () => {
    const title = 'Plant pears @ann #ui !high due:friday ~3d by the wall'
    expect(find(title).map(({ start, end }) => title.slice(start, end))).toEqual([
      '@ann',
      '#ui',
      '!high',
      'due:friday',
      '~3d',
    ])
    expect(values(title)).toEqual([
      { kind: 'assignee', userIds: ['u-ann'] },
      { kind: 'tag', name: 'UI', tagId: 't-ui' },
      { kind: 'priority', priority: 'high' },
      { kind: 'due', date: '2026-11-20' },
      { kind: 'estimate', estimate: 3 },
    ])
    expect(clean(title)).toBe('Plant pears by the wall')
  })

  it.each([
    ['@ann', ['u-ann']],
    ['@annlee', ['u-ann']],
    ['@Ann.Lee', ['u-ann']],
    ['@ann@example.org', ['u-ann']],
    ['@a.smith', ['u-anna']],
    ['@BOB', ['u-bob']],
    ['@an', ['u-ann', 'u-anna']],
  ])('knows the person by %s', (title, userIds) => {
    expect(values(title)).toEqual([{ kind: 'assignee', userIds }])
  })

  it.each([
    'mail ann@example.org',
    '@nobody',
    '@',
    '#',
    '#12',
    '!',
    '!!!',
    '!now',
    '~',
    '~much',
    '~3x',
    '~100001',
    'due:',
    'due:pears',
    'overdue:friday',
    'a~3',
  ])('leaves %s in the title', (title) => {
    expect(find(title)).toEqual([])
    expect(clean(title)).toBe(title)
  })

  it.each([
    ['due:next friday buy pears', '2026-11-27', 'buy pears'],
    ['buy pears due:in 3 weeks', '2026-12-08', 'buy pears'],
    ['buy due:"12 dec" pears', '2026-12-12', 'buy pears'],
    ['buy due:12 dec, pears', '2026-12-12', 'buy pears'],
    ['buy pears due:2026-12-01.', '2026-12-01', 'buy pears.'],
  ])('reads the longest date in %s', (title, date, rest) => {
    expect(values(title)).toEqual([{ kind: 'due', date }])
    expect(clean(title)).toBe(rest)
  })

  it('offers a tag that the project does not have yet', () => {
    expect(values('#garden')).toEqual([{ kind: 'tag', name: 'garden', tagId: null }])
    expect(values('#two-words')).toEqual([{ kind: 'tag', name: 'two words', tagId: 't-two' }])
  })

  it.each([
    ['hours', '~2d', 16],
    ['days', '~4h', 0.5],
    ['points', '~3d', 3],
    ['points', '~1.5', 1.5],
  ] as const)('converts to %s: %s', (estimateUnit, title, estimate) => {
    expect(values(title, { estimateUnit })).toEqual([{ kind: 'estimate', estimate }])
  })

  it('reads rich text without breaking its tags', () => {
    expect(clean('<p>Plant <b>pears</b> @ann&nbsp;!low</p>')).toBe('<p>Plant <b>pears</b></p>')
    expect(clean('<p>@ann Plant <b>#ui pears</b> ~3</p>')).toBe('<p>Plant <b>pears</b></p>')
    expect(values('<a href="x" title="@ann #ui">pears</a>')).toEqual([])
  })

  it('takes out one part and leaves the others where they are', () => {
    const title = 'Plant @ann pears #ui'
    expect(removeFirst(title)).toBe('Plant pears #ui')
  })

  it('leaves a blank before a priority and none before the end of a sentence', () => {
    expect(removeFirst('Plant @ann !high')).toBe('Plant !high')
    expect(removeFirst('Plant @ann ! Now')).toBe('Plant! Now')
    expect(removeFirst('<p>Plant @ann ...</p>')).toBe('<p>Plant...</p>')
  })

  it('leaves the words of the title in their order whatever is between them', () => {
    const word = fc.constantFrom('Plant', 'pears', 'by', 'the', 'wall', 'a@b.c', '3')
    const part = fc.constantFrom('@ann', '#ui', '#new', '!urgent', 'due:tomorrow', 'start:+2w', '~3', '~2h')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.array(part, { maxLength: 2 }))), (pieces) => {
        const title = pieces.flatMap(([text, parts]) => [text, ...parts]).join(' ')
        expect(clean(title)).toBe(pieces.map(([text]) => text).join(' '))
        expect(find(title)).toHaveLength(pieces.flatMap(([, parts]) => parts).length)
      }),
      { numRuns: 500 },
    )
  })

  it('never fails, and ranges follow each other', () => {
    const piece = fc.constantFrom(
      '@',
      'ann',
      '#',
      '~',
      '3d',
      ' ',
      'due:',
      'friday',
      '"',
      ',',
      '<b>',
      '&nbsp;',
      '.',
      '<',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (title) => {
          let last = 0
          for (const { start, end } of find(title)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual(title.length)
          clean(title)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
