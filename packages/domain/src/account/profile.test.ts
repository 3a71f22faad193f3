import { describe, expect, it } from 'vitest'
import { getInitials, isEmail, normalizeEmail } from './profile.ts'

describe('e-mail addresses', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@example.com", 'ü@example.de'])('%s is one', (value) => {
    expect(isEmail(value)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a@@b.co',
    'a b@c.de',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.de',
    'a@b.co\nBcc: x@y.zz',
    'a@b.co,c@d.ee',
    '<a@b.co>',
    'a\u0000@b.co',
    `${'a'.repeat(250)}@b.co`,
  ])('%j is none', (value) => {
    expect(isEmail(value)).toBe(false)
  })

  it('two spellings of one address compare equal', () => {
    expect(normalizeEmail('  Ann@Example.COM ')).toBe('ann@example.com')
    expect(normalizeEmail('ａnn@example.com')).toBe('ann@example.com')
  })
})

it.each([
  ['Ada Byron', 'AB'],
  ['ada.king.byron@example.com', 'AB'],
  ['ada', 'A'],
  ['  ', '?'],
  ['@example.com', '?'],
  ['𝒜da Byron', '𝒜B'],
])('%j is drawn as %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})
