import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import {
  acceptsVotes,
  checkFeedback,
  checkFeedbackComment,
  feedbackLimits,
  formatFeedbackSlug,
  parseFeedbackNumber,
  splitSearchWords,
} from './feedback.ts'

describe('feedback post', () => {
  it('removes control and bidirectional characters and keeps lines', () => {
    expect(
      checkFeedback({ title: '  Dark\u0007\n mode\u202e ', details: ' one\r\n\r\n\r\n\r\ntwo\tthree \u0000\n' }),
    ).toEqual(accept({ title: 'Dark mode', details: 'one\n\ntwo three' }))
  })

  it('keeps markup as plain characters', () => {
    expect(checkFeedback({ title: '<b>x</b>', details: '' })).toEqual(accept({ title: '<b>x</b>', details: '' }))
  })

  it.each([
    [{ title: ' \u0000 ', details: 'x' }, 'no-title'],
    [{ title: 'x'.repeat(feedbackLimits.titleCharacters + 1), details: '' }, 'long-title'],
    [{ title: 'x', details: 'y'.repeat(feedbackLimits.detailsCharacters + 1) }, 'long-details'],
  ])('refuses a post that is empty or too long', (draft, reason) => {
    expect(checkFeedback(draft)).toEqual(refuse(reason))
  })

  it('changes nothing when it cleans twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = checkFeedbackComment(text)
        if (once.ok) expect(checkFeedbackComment(once.value)).toEqual(once)
      }),
    )
  })

  it('accepts votes until a post is completed, declined or a duplicate', () => {
    expect((['open', 'planned', 'started'] as const).every(acceptsVotes)).toBe(true)
    expect((['completed', 'declined', 'duplicate'] as const).some(acceptsVotes)).toBe(false)
  })
})

it('refuses an empty or too long comment', () => {
  expect(checkFeedbackComment(' \n ')).toEqual(refuse('no-comment'))
  expect(checkFeedbackComment('x'.repeat(feedbackLimits.commentCharacters + 1))).toEqual(refuse('long-comment'))
})

describe('feedback post address', () => {
  it("begins a post's address with its number followed by readable words", () => {
    expect(formatFeedbackSlug(12, 'Dark mode, please!')).toBe('12-dark-mode-please')
    expect(formatFeedbackSlug(3, 'Überblick')).toBe('3-uberblick')
    expect(formatFeedbackSlug(4, '深色模式')).toBe('4')
    expect(formatFeedbackSlug(5, 'word '.repeat(40)).length).toBeLessThanOrEqual(60)
  })

  it('finds the post again whatever the title is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.string({ unit: 'binary' }), (number, title) => {
        expect(parseFeedbackNumber(formatFeedbackSlug(number, title))).toBe(number)
      }),
    )
  })

  it.each(['', '0', '-1', 'new', '1e3', '12.5', '12/3', '9999999999', '1-Å'])('finds no post in %j', (slug) => {
    expect(parseFeedbackNumber(slug)).toBeNull()
  })
})

it('splits search words into letters and digits, each once, up to a limit', () => {
  expect(splitSearchWords("Dark mode! dark' & | :* (mode)")).toEqual(['dark', 'mode'])
  expect(splitSearchWords('a b c d e f g h i j k l m n')).toHaveLength(12)
  expect(splitSearchWords('…')).toEqual([])
})
