import { expect, it } from 'vitest'

import { createSigning } from './signed-text.ts'

const [old, fresh] = ['an old secret of some length', 'a fresh secret of some length']

it('reads what it signed, also with a secret that is no longer the first', () => {
  const token = createSigning([old], 'invite').sign('ada@example.com é')
  expect(createSigning([fresh, old], 'invite').read(token)).toBe('ada@example.com é')
  expect(token).toMatch(/^[\w.-]+$/)
})

it('reads nothing that another secret or another purpose signed', () => {
  const token = createSigning([old], 'invite').sign('ada')
  expect(createSigning([fresh], 'invite').read(token)).toBeNull()
  expect(createSigning([old], 'unsubscribe').read(token)).toBeNull()
})

it.each(['', '.', 'YWRh', 'YWRh.', 'YWRh.YWRh', '.YWRh', 'é.é'])('reads nothing from %j', (token) => {
  expect(createSigning([old], 'invite').read(token)).toBeNull()
})

it('reads nothing that was changed or added to', () => {
  const { sign, read } = createSigning([old], 'invite')
  const [body = '', mark = ''] = sign('ada').split('.')
  expect(read(`${Buffer.from('eve').toString('base64url')}.${mark}`)).toBeNull()
  expect(read(`${body}.${mark}.more`)).toBeNull()
  expect(() => createSigning([], 'invite')).toThrow('no secret')
})
