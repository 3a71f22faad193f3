import { expect, it } from 'vitest'
import { isCrossSiteSubmit } from './origin.ts'

const own = ['https://api.example.com/identity', 'https://app.example.com/login']

it.each([
  [undefined, undefined, false],
  ['https://app.example.com', undefined, false],
  ['https://app.example.com', 'same-site', false],
  ['https://api.example.com', 'same-origin', false],
  ['https://evil.test', undefined, true],
  ['https://evil.example.com', 'same-site', true],
  ['https://app.example.com', 'cross-site', true],
  ['null', 'same-origin', false],
  ['null', undefined, true],
  ['null', 'none', true],
])('origin %s, site %s: foreign %s', (origin, fetchSite, expected) => {
  expect(isCrossSiteSubmit({ origin, fetchSite, own })).toBe(expected)
})
