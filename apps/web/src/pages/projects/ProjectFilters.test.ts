import { expect, it } from 'vitest'
import { formatListAddress, parseListAddress } from './ProjectFilters.tsx'

it.each([
  ['', 'inbox', ''],
  ['#', 'inbox', ''],
  ['#trash', 'trash', ''],
  ['#inbox&search=x', 'inbox', 'x'],
  ['#search=x&done', 'done', 'x'],
  ['#nonsense', 'inbox', ''],
  ['#archive&search=a%20%26%20b%3Dc', 'archive', 'a & b=c'],
  ['#inbox&search=%E0%A4%A', 'inbox', '%E0%A4%A'],
  ['#constructor', 'inbox', ''],
])('parses %j as filter %s with search %j', (hash, filter, search) =>
  expect(parseListAddress(hash)).toEqual({ filter, search }),
)

it.each([
  ['inbox', '', '/projects#inbox'],
  ['trash', '  ', '/projects#trash'],
  ['inbox', 'a & b=c', '/projects#inbox&search=a%20%26%20b%3Dc'],
] as const)('formats filter %s with search %j as %s', (filter, search, address) => {
  expect(formatListAddress({ filter, search })).toBe(address)
  expect(parseListAddress(address.slice('/projects'.length)).filter).toBe(filter)
})
