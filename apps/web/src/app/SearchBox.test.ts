import { describe, expect, it } from 'vitest'
import { buildSearchAddress } from './SearchBox.tsx'

const at = (address: string) => new URL(address, 'http://localhost')

describe('search in the top bar', () => {
  it.each([
    ['/projects', 'pear tree', '/projects#inbox&search=pear%20tree'],
    ['/projects#trash', 'a&b=c', '/projects#trash&search=a%26b%3Dc'],
    ['/projects#trash&search=old', 'new', '/projects#trash&search=new'],
    ['/projects#trash&search=old', '  ', '/projects#trash'],
    ['/tree/7', 'leaf', '/tree/7#search=leaf'],
    ['/tree/7#node=3', 'leaf', '/tree/7#search=leaf'],
    ['/tree/7#search=leaf', '', '/tree/7'],
    ['/user?flow=1#x', 'leaf', '/projects#inbox&search=leaf'],
  ])('leads a search at %s for %j to %s', (address, typed, expected) => {
    expect(buildSearchAddress(at(address), typed)).toBe(expected)
  })
})
