import { expect, it } from 'vitest'
import { getInitials } from './initials.ts'

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
