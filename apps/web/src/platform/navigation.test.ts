import { describe, expect, it } from 'vitest'
import { isServerPage } from './navigation.ts'

describe('server-rendered pages', () => {
  it.each(['/trial', '/trial?x=1', '/billing#y', '/dev/outbox/3'])(
    'recognizes %s as a server-rendered page',
    (path) => {
      expect(isServerPage(path)).toBe(true)
    },
  )
  it.each(['/', '/trials', '/projects?next=/trial', '/tree/trial', '/dev'])(
    'does not take %s for a server-rendered page',
    (path) => {
      expect(isServerPage(path)).toBe(false)
    },
  )
})
