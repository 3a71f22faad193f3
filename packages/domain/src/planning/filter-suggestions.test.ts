import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitFilter } from './filter-grammar.ts'
import { suggestFilter, suggestFilterKeys } from './filter-suggestions.ts'

const subjects = {
  today: '2026-11-17',
  viewerId: 'u-ann',
  people: [
    { id: 'u-ann', name: 'Ann Lee', email: 'ann@example.org' },
    { id: 'u-bob', name: '', email: 'bob@example.org' },
  ],
  tags: [
    { id: 't-ui', name: 'UI' },
    { id: 't-two', name: 'under repair' },
  ],
  stages: [{ id: 's-review', name: 'In review' }],
  fieldDefinitions: [
    { id: 'f-size', name: 'T-shirt size', type: 'choice' as const, options: ['Small', 'Very large'] },
    { id: 'f-paid', name: 'paid', type: 'checkbox' as const, options: [] },
  ],
}

const suggest = (text: string, caret = text.length): string[] =>
  suggestFilter(text, caret, subjects).suggestions.map((one) => one.text)

describe('suggestions of the filter box', () => {
  it.each([
    ['', []],
    ['as', ['assignee:']],
    ['-as', ['-assignee:']],
    ['st', ['status:', 'stage:', 'start:']],
    ['t', ['tag:', '"T-shirt size":']],
    ['assignee:', ['assignee:me', 'assignee:none', 'assignee:ann@example.org', 'assignee:bob@example.org']],
    ['assignee:lee', ['assignee:ann@example.org']],
    ['pears tag:u', ['tag:UI', 'tag:"under repair"']],
    ['-tag:"under re', ['-tag:"under repair"']],
    ['stage:rev', ['stage:"In review"']],
    ['priority:h', ['priority:high']],
    ['due:o', ['due:overdue']],
    ['is:re', ['is:ready']],
    ['"t-shirt size":l', ['"t-shirt size":"Very large"']],
    ['paid:', ['paid:yes', 'paid:no']],
    ['unknown:', []],
    ['pears', []],
  ])('completes %j', (text, expected) => {
    expect(suggest(text)).toEqual(expected)
  })

  it('replaces the word under the caret and leaves the others', () => {
    const text = 'tag:u pears'
    const { start, end } = suggestFilter(text, 5, subjects)
    expect(text.slice(start, end)).toBe('tag:u')
  })

  it('suggests every key for a new word', () => {
    const { start, end, suggestions } = suggestFilterKeys(6, subjects)
    expect([start, end]).toEqual([6, 6])
    const texts = suggestions.map(({ text }) => text)
    expect(texts.slice(0, 2)).toEqual(['assignee:', 'tag:'])
    expect(texts.slice(-2)).toEqual(['"T-shirt size":', 'paid:'])
  })

  it('shows people by their names and falls back to addresses', () => {
    expect(suggestFilter('assignee:', 9, subjects).suggestions.map(({ label }) => label)).toEqual([
      'me',
      'none',
      'Ann Lee',
      'bob@example.org',
    ])
  })

  it('suggests only words that are read as one word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, typed) => {
        fc.pre(name.replaceAll('"', '').trim() !== '')
        const text = `tag:${typed}`
        const { suggestions } = suggestFilter(text, text.length, { ...subjects, tags: [{ id: 't', name }] })
        for (const suggestion of suggestions) expect(splitFilter(suggestion.text)).toHaveLength(1)
      }),
    )
  })
})
