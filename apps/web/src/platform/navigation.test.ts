import { describe, expect, it } from 'vitest'
import { isServerPage } from './navigation.ts'

describe('a page of the server', () => {
  it.each(['/trial', '/trial?x=1', '/billing#y', '/dev/outbox/3'])('%s is one', (path) => {
    expect(isServerPage(path)).toBe(true)
  })
  it.each(['/', '/trials', '/projects?next=/trial', '/tree/trial', '/dev'])('%s is none', (path) => {
    expect(isServerPage(path)).toBe(false)
  })
})
