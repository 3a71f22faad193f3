import { describe, expect, it } from 'vitest'
import { createSealer } from '../../protocol/crypto.ts'
import { openSocialState, sealSocialState, type SocialState } from './authorization.ts'

const state: SocialState = { flowId: 'f', kind: 'login', providerId: 'google', nonce: 'n', verifier: 'secret-verifier' }
const sealer = createSealer(['new', 'old'])

describe('the state that travels to a provider', () => {
  it('comes back as it was, also when the secret has changed meanwhile', () => {
    expect(openSocialState(sealer, sealSocialState(sealer, state))).toEqual(state)
    expect(openSocialState(sealer, sealSocialState(createSealer(['old']), { ...state, verifier: null }))).toEqual({
      ...state,
      verifier: null,
    })
  })

  it('tells nobody else anything, and never looks the same twice', () => {
    const sealed = sealSocialState(sealer, state)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('verifier')
    expect(sealSocialState(sealer, state)).not.toBe(sealed)
  })

  it('opens for nobody who did not seal it', () => {
    const sealed = sealSocialState(sealer, state)
    const turned = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(openSocialState(sealer, turned)).toBeNull()
    expect(openSocialState(sealer, sealSocialState(createSealer(['stranger']), state))).toBeNull()
    expect(openSocialState(sealer, sealer.seal('another purpose', JSON.stringify(state)))).toBeNull()
    for (const text of ['', 'x', '\u0000', 'A'.repeat(5000)]) expect(openSocialState(sealer, text)).toBeNull()
  })
})
