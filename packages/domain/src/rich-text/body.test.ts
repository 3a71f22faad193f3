import { describe, expect, it } from 'vitest'
import { isEmptyBody, normalizeBody } from './body.ts'

describe('the description of a node', () => {
  it.each(['<p><br></p>', '', ' ', '<p></p>', '<p><br/></p>', '<p><br></p><p><br></p>', '<P> <BR> </P>\n'])(
    '[body] %j is empty and stored as nothing',
    (html) => {
      expect(isEmptyBody(html)).toBe(true)
      expect(normalizeBody(html)).toBe('')
    },
  )

  it.each(['<p>a</p>', '<p><br></p><p>a</p>', 'a', '<p>&nbsp;</p>', '<ul><li></li></ul>'])(
    '[body] %j is kept as it is',
    (html) => {
      expect(normalizeBody(html)).toBe(html)
    },
  )

  it('[body] a hostile one is judged at once', () => {
    expect(isEmptyBody('<p>'.repeat(100_000))).toBe(false)
    expect(isEmptyBody(`${' '.repeat(100_000)}x`)).toBe(false)
    expect(isEmptyBody(`<p>${' '.repeat(100_000)}x`)).toBe(false)
  })
})
