import { describe, expect, it } from 'vitest'
import { toProviderProfile } from './provider-profile.ts'

describe('Provider profile', () => {
  it('merges the ID token with userinfo and prefers userinfo', () => {
    const token = { sub: 'ada', given_name: 'A.', family_name: 'Byron' }
    const userinfo = { sub: 'ada', given_name: ' Ada ', email: 'ada@example.com', email_verified: true }
    expect(toProviderProfile(token, userinfo)).toEqual({
      subject: 'ada',
      email: 'ada@example.com',
      firstname: 'Ada',
      lastname: 'Byron',
    })
  })

  it.each([[false], ['true'], [1], [null], [undefined]])('omits an address whose email_verified is %j', (verified) => {
    expect(toProviderProfile({ sub: 'ada' }, { email: 'ada@example.com', email_verified: verified })).toEqual({
      subject: 'ada',
    })
  })

  it('does not combine the address of one source with the verification of the other', () => {
    const token = { sub: 'ada', email: 'own@example.com', email_verified: true }
    expect(toProviderProfile(token, { email: 'victim@example.com' })).toEqual({ subject: 'ada' })
    expect(toProviderProfile(token, {})).toEqual({ subject: 'ada', email: 'own@example.com' })
  })

  it.each([
    ['http://pictures.test/a.png'],
    ['javascript:alert(1)'],
    ['data:image/png;base64,AA'],
    ['//pictures.test/a.png'],
    [`https://pictures.test/${'a'.repeat(3000)}`],
    [{ url: 'https://pictures.test/a.png' }],
  ])('omits the picture %j', (picture) => {
    expect(toProviderProfile({ sub: 'ada' }, { picture })).toEqual({ subject: 'ada' })
  })

  it('omits names that are not strings', () => {
    const claims = { given_name: 'A\u0000', family_name: '\ud800' }
    expect(toProviderProfile({ sub: 'ada', ...claims }, {})).toEqual({ subject: 'ada' })
    expect(toProviderProfile({ sub: 'ada', given_name: ['A'], family_name: '  ' }, {})).toEqual({ subject: 'ada' })
  })

  it.each([[undefined], [''], [7], ['a\u0000'], ['a'.repeat(256)]])('rejects a profile with the subject %j', (sub) => {
    expect(toProviderProfile({ sub }, {})).toBeNull()
  })
})
