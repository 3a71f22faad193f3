import { describe, expect, it } from 'vitest'
import {
  checkPassword,
  isSimilarToIdentifier,
  levenshteinDistance,
  longestCommonSubstring,
  mostUsedPasswords,
} from './password-policy.ts'

describe('Password policy', () => {
  it.each([
    ['1234567', 4000032],
    ['éééé', null],
    ['ééé', 4000032],
    ['x'.repeat(1024), null],
    ['é'.repeat(513), 4000033],
    ['ada@example.com', 4000031],
    ['ADA@EXAMPLE.COM1', 4000031],
    ['example.com', 4000031],
    ['qwertyuiop', 4000034],
    ['QWERTYuiop', 4000034],
    ['correct horse battery staple', null],
  ])('the password %s gets %s', (password, id) => {
    expect(checkPassword(password, ['ada@example.com'])?.id ?? null).toBe(id)
  })

  it('compares a password with long identifiers, too', () => {
    expect(checkPassword('x'.repeat(300), [`${'x'.repeat(300)}@example.com`])?.id).toBe(4000031)
    expect(isSimilarToIdentifier('', 'ada@example.com')).toBe(false)
  })
})

it('measures the edit distance and the longest common substring', () => {
  expect([
    levenshteinDistance('kitten', 'sitting'),
    levenshteinDistance('', 'abc'),
    levenshteinDistance('abc', 'abc'),
  ]).toEqual([3, 3, 0])
  expect([
    longestCommonSubstring('xabcy', 'zabcw'),
    longestCommonSubstring('', 'a'),
    longestCommonSubstring('ab', 'ba'),
  ]).toEqual([3, 0, 1])
})

it('lists several hundred common passwords, all of a permitted length', () => {
  expect(mostUsedPasswords.size).toBeGreaterThan(300)
  expect([...mostUsedPasswords].filter((word) => Buffer.byteLength(word) < 8 || word !== word.toLowerCase())).toEqual(
    [],
  )
})
