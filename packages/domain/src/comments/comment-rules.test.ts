import { describe, expect, it } from 'vitest'
import { isMentionId, isSingleEmoji, readMentionIds } from './comment-rules.ts'

describe('Reactions', () => {
  it.each(['👍', '❤️', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '👋🏽', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🌱'])('accept %s as one emoji', (emoji) => {
    expect(isSingleEmoji(emoji)).toBe(true)
  })

  it.each(['', 'a', '1', '#', '👍👍', '👍 ', 'ok👍', '<b>', '\u200d', '\ufe0f', '👍'.repeat(50), '🇩'])(
    'refuse %j',
    (text) => {
      expect(isSingleEmoji(text)).toBe(false)
    },
  )
})

describe('Mentions', () => {
  it('are read from sanitized text, each person once and in order', () => {
    const body = '<p><a data-user-id="b">@b</a> <a data-user-id="a">@a</a> <a data-user-id="b">@b</a></p>'
    expect(readMentionIds(body)).toEqual(['b', 'a'])
    expect(readMentionIds('<a href="https://example.com">data-user-id="c"</a>')).toEqual([])
  })

  it.each(['', '__proto__', 'a b', 'a"b', '<b>', 'a'.repeat(101)])('refuse %j as the id of a person', (id) => {
    expect(isMentionId(id)).toBe(false)
  })
})
