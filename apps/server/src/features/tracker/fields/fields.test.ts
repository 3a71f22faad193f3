import { describe, expect, it } from 'vitest'
import { decideField, type FieldSides } from './decide-field.ts'
import { mergeLabels, toLabel } from './labels.ts'
import { toNodePriority, toTrackerPriority } from './priority-scale.ts'

const toList = (...names: readonly string[]) => names.map((name, at) => ({ id: String(at), name }))
const usual = toList('Highest', 'High', 'Medium', 'Low', 'Lowest')
const former = toList('Blocker', 'Critical', 'Major', 'Minor', 'Trivial')
const own = toList('P0', 'P1', 'P2', 'P3')

describe('Priorities', () => {
  it.each([
    ['the usual names', usual, ['urgent', 'high', 'medium', 'low', 'low']],
    ['the names of earlier versions', former, ['urgent', 'urgent', 'high', 'low', 'low']],
    ['names of the site in their order', own, ['urgent', 'high', 'medium', 'low']],
    ['a single one', toList('Only'), ['medium']],
  ])('of a tracker with %s become ours', (_name, priorities, expected) => {
    expect(priorities.map(({ id }) => toNodePriority(priorities, id))).toEqual(expected)
  })

  it.each([
    ['low', '4', '4'],
    ['low', '0', '3'],
    ['urgent', null, '0'],
    ['none', '2', null],
  ] as const)(
    '%s becomes a priority of the tracker, which keeps one that means the same',
    (ours, present, expected) => {
      expect(toTrackerPriority(usual, ours, present)).toBe(expected)
    },
  )

  it('become the nearest one where the tracker has no such priority', () => {
    expect(toTrackerPriority(toList('High', 'Low'), 'urgent', null)).toBe('0')
    expect(toTrackerPriority([], 'urgent', null)).toBeNull()
    expect(toNodePriority(usual, 'unknown')).toBeUndefined()
  })
})

const agreed: FieldSides = {
  ours: 'a',
  agreedOurs: 'a',
  theirs: 'A',
  agreedTheirs: 'A',
  wanted: 'A',
  sent: undefined,
  changedAt: undefined,
  theirsAt: 10,
}
const fresh = { agreedOurs: undefined, agreedTheirs: undefined }

describe('A field', () => {
  it.each<[string, Partial<FieldSides>, string]>([
    ['stays when both sides agree', {}, 'none'],
    ['is sent when it changed here', { ours: 'b', wanted: 'B' }, 'push'],
    ['is taken when it changed there', { theirs: 'B' }, 'take'],
    ['is sent when our change is later', { ours: 'b', wanted: 'B', theirs: 'C', changedAt: 11 }, 'push'],
    ['is taken when their change is later', { ours: 'b', wanted: 'B', theirs: 'C', changedAt: 9 }, 'take'],
    ['is not taken back after a lost response', { ours: 'c', wanted: 'C', theirs: 'B', sent: 'B' }, 'push'],
    ['fills an empty node at first', { ...fresh, ours: '', wanted: '', theirs: 'B' }, 'take'],
    ['fills an empty issue at first', { ...fresh, theirs: '', changedAt: 1 }, 'push'],
    ['stays when the tracker cannot have it', { ours: 'b', wanted: null }, 'none'],
    ['is taken although ours cannot be sent', { ours: 'b', wanted: null, theirs: 'C', changedAt: 11 }, 'take'],
    ['stays at what a tracker gave a new issue', { ...fresh, ours: '', agreedOurs: '', wanted: null }, 'none'],
  ])('%s', (_name, change, expected) => {
    expect(decideField({ ...agreed, ...change })).toBe(expected)
  })
})

describe('Labels', () => {
  it.each([
    ['two words', 'two_words'],
    [' many  kinds\tof space ', 'many_kinds_of_space'],
    ['plain', 'plain'],
  ])('of the tag %j have no spaces', (name, label) => expect(toLabel(name)).toBe(label))

  it('of both sides are merged, and nothing is removed before the first agreement', () => {
    const first = { ours: 'a b', agreedOurs: undefined, theirs: 'b c', agreedTheirs: undefined, sent: undefined }
    expect(mergeLabels(first)).toEqual({ push: { add: ['a'], remove: [] }, take: { add: ['c'], remove: [] } })
    const later = { ours: 'a new', agreedOurs: 'a b', theirs: 'b other', agreedTheirs: 'a b', sent: undefined }
    expect(mergeLabels(later)).toEqual({
      push: { add: ['new'], remove: ['b'] },
      take: { add: ['other'], remove: ['a'] },
    })
  })

  it('that we sent and removed again are removed there although the response was lost', () => {
    const lost = { ours: 'a', agreedOurs: 'a', theirs: 'a b', agreedTheirs: 'a', sent: 'a b' }
    expect(mergeLabels(lost)).toEqual({ push: { add: [], remove: ['b'] }, take: { add: [], remove: [] } })
  })
})
