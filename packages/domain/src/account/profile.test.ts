import { describe, expect, it } from 'vitest'
import { formatPersonName, getInitials, isEmail, normalizeEmail } from './profile.ts'

describe('email addresses', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@example.com", 'ü@example.de'])(
    'accepts %s as an email address',
    (value) => {
      expect(isEmail(value)).toBe(true)
    },
  )

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
  ])('rejects %j as an email address', (value) => {
    expect(isEmail(value)).toBe(false)
  })

  it('treats two spellings of one address as equal', () => {
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
])('shortens %j to %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})

it.each([
  [{ firstname: 'Ada', lastname: 'Byron', email: 'ada@example.com' }, 'Ada Byron'],
  [{ firstname: '', lastname: 'Byron', email: null }, 'Byron'],
  [{ firstname: null, lastname: null, email: 'ada.byron@example.com' }, 'ada.byron'],
  [{}, ''],
])('names %j as "%s", never by a whole address', (person, name) => {
  expect(formatPersonName(person)).toBe(name)
})
