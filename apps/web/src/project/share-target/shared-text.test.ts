import { hostilePayloads } from '@espalier/domain/testing'
import { describe, expect, it } from 'vitest'
import { formatAsBody, readSharedText } from './shared-text.ts'

const read = (fields: Record<string, string>) => readSharedText(new URLSearchParams(fields))

describe('text shared by another app', () => {
  it.each([
    [
      'a page with its title and its link',
      { title: 'Pruning pears', url: 'https://example.com/pears' },
      { title: 'Pruning pears', description: 'https://example.com/pears' },
    ],
    [
      'a page whose link is in the text, as many apps send it',
      { title: 'Pruning pears', text: 'https://example.com/pears' },
      { title: 'Pruning pears', description: 'https://example.com/pears' },
    ],
    [
      'a link that is named twice only once',
      { title: 'Pears', text: 'Read https://example.com/pears', url: 'https://example.com/pears' },
      { title: 'Pears', description: 'Read https://example.com/pears' },
    ],
    [
      'a text without a title, whose first line becomes it',
      { text: 'Buy ladders\nTwo of them\nBy May' },
      { title: 'Buy ladders', description: 'Two of them\nBy May' },
    ],
    ['a link alone', { url: 'https://example.com/pears' }, { title: 'https://example.com/pears', description: '' }],
    ['a text that equals its title', { title: 'Pears', text: 'Pears' }, { title: 'Pears', description: '' }],
    ['a title of several lines', { title: 'Pears\nand plums' }, { title: 'Pears and plums', description: '' }],
    ['nothing', {}, { title: '', description: '' }],
  ])('reads %s', (_name, fields, expected) => expect(read(fields)).toEqual(expected))

  it('shortens a long first line as the title and loses nothing of it', () => {
    const text = 'pear '.repeat(100).trim()
    const { title, description } = read({ text })
    expect(title.length).toBeLessThanOrEqual(121)
    expect(title.endsWith('…')).toBe(true)
    expect(description).toBe(text)
  })
})

describe('description made of plain text', () => {
  it('has a paragraph per line and links that can be followed', () => {
    expect(formatAsBody('See https://example.com/a?b=1&c="2\n\n & more')).toBe(
      '<p>See <a href="https://example.com/a?b=1&amp;c=" rel="noopener noreferrer">https://example.com/a?b=1&amp;c=</a>"2</p><p>&amp; more</p>',
    )
    expect(formatAsBody('')).toBe('')
  })

  it('contains no tag of a hostile text, and no other link than http', () => {
    for (const text of [...hostilePayloads, 'javascript:alert(1)', 'JAVASCRIPT://https://x%0aalert(1)']) {
      const tags = formatAsBody(text).match(/<[^>]*>/g) ?? []
      const harmless = /^<(?:\/?p|\/a|a href="https?:[^"]*" rel="noopener noreferrer")>$/i
      expect(tags.filter((tag) => !harmless.test(tag))).toEqual([])
    }
  })
})
