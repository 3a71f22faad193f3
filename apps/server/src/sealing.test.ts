import { describe, expect, it } from 'vitest'

import { createSealing } from './sealing.ts'

const old = 'the old secret, which is long enough'
const present = 'the new secret, which is long enough'

describe('a sealed secret', () => {
  it('opens where it was put, and nowhere else', () => {
    const sealing = createSealing([present])
    const sealed = sealing.seal('token', 'account-1 key')
    expect(sealed).not.toContain('token')
    expect(sealing.open(sealed, 'account-1 key')).toBe('token')
    expect(sealing.open(sealed, 'account-2 key')).toBeNull()
  })

  it('differs each time', () => {
    const sealing = createSealing([present])
    expect(sealing.seal('token', 'x')).not.toBe(sealing.seal('token', 'x'))
  })

  it('opens with an older key while that is still listed', () => {
    const sealed = createSealing([old]).seal('token', 'x')
    expect(createSealing([present, old]).open(sealed, 'x')).toBe('token')
    expect(createSealing([present]).open(sealed, 'x')).toBeNull()
    expect(createSealing([present, old]).usesCurrentKey(sealed)).toBe(false)
    expect(createSealing([present, old]).usesCurrentKey(createSealing([present]).seal('token', 'x'))).toBe(true)
  })

  it.each(['', 'v1', 'v1.a.b.c.d', 'nonsense'])('that is none (%s) opens to nothing', (sealed) => {
    expect(createSealing([present]).open(sealed, 'x')).toBeNull()
  })

  it('that was changed opens to nothing', () => {
    const sealing = createSealing([present])
    const parts = sealing.seal('token', 'x').split('.')
    const changed = [...parts.slice(0, 3), 'AAAA', ...parts.slice(4)].join('.')
    expect(sealing.open(changed, 'x')).toBeNull()
  })
})
