import { expect, it } from 'vitest'
import { createSealer } from './crypto.ts'

it('opens what any of the secrets sealed, but only for its purpose', () => {
  const [old, now] = [createSealer(['old']), createSealer(['new', 'old'])]
  const sealed = old.seal('a', 'text ü')
  expect(sealed).not.toContain('text')
  expect(old.seal('a', 'text ü')).not.toBe(sealed)
  expect([now.open('a', sealed), now.open('b', sealed)]).toEqual(['text ü', null])
  expect(createSealer(['new']).open('a', sealed)).toBeNull()
})

it('does not open a text that was changed', () => {
  const sealer = createSealer(['secret'])
  const sealed = sealer.seal('a', 'text')
  const flipped = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
  expect([sealer.open('a', flipped), sealer.open('a', ''), sealer.open('a', '%%%')]).toEqual([null, null, null])
})

it('signs with the first secret and verifies with all', () => {
  const sealer = createSealer(['new', 'old'])
  expect(sealer.signatures('a', 'x')).toEqual([sealer.sign('a', 'x'), createSealer(['old']).sign('a', 'x')])
  expect(sealer.sign('a', 'x')).not.toEqual(sealer.sign('b', 'x'))
})

it('refuses to create a sealer without a secret', () => {
  expect(() => createSealer([])).toThrow()
  expect(() => createSealer([''])).toThrow()
})
