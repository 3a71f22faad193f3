import { describe, expect, it } from 'vitest'
import { createSealer } from '../../protocol/crypto.ts'
import { openSocialState, sealSocialState, type SocialState } from './authorization.ts'

const state: SocialState = { flowId: 'f', kind: 'login', providerId: 'google', nonce: 'n', verifier: 'secret-verifier' }
const sealer = createSealer(['new', 'old'])

describe('OIDC state parameter', () => {
  it('round-trips the state even after the secret was rotated', () => {
    expect(openSocialState(sealer, sealSocialState(sealer, state))).toEqual(state)
    expect(openSocialState(sealer, sealSocialState(createSealer(['old']), { ...state, verifier: null }))).toEqual({
      ...state,
      verifier: null,
    })
  })

  it('seals the state so that it reveals nothing and never looks the same twice', () => {
    const sealed = sealSocialState(sealer, state)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('verifier')
    expect(sealSocialState(sealer, state)).not.toBe(sealed)
  })

  it('does not open a state that another secret sealed', () => {
    const sealed = sealSocialState(sealer, state)
    const turned = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(openSocialState(sealer, turned)).toBeNull()
    expect(openSocialState(sealer, sealSocialState(createSealer(['stranger']), state))).toBeNull()
    expect(openSocialState(sealer, sealer.seal('another purpose', JSON.stringify(state)))).toBeNull()
    for (const text of ['', 'x', '\u0000', 'A'.repeat(5000)]) expect(openSocialState(sealer, text)).toBeNull()
  })
})
