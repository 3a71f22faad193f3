import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import type { SharedProject } from '../access/role.ts'
import { dayMs } from '../core/units.ts'
import {
  checkInvitee,
  checkInviteeEmail,
  checkInviteLinkExpiry,
  checkInviteLinkUses,
  inviteeTexts,
  inviteLinkTexts,
} from './invitee.ts'

const project: SharedProject = {
  owner: 'owner',
  sharing: { generalAccess: 'restricted', users: { ann: 'editor', bob: 'viewer' } },
}

describe('invitee check', () => {
  it('[sharing] accepts a valid address in lower case', () => {
    expect(checkInviteeEmail(' Ann@Example.COM', 'me@x.org')).toEqual(accept('ann@example.com'))
    expect(checkInviteeEmail('ann', 'me@x.org')).toEqual(refuse('invalid-email'))
    expect(inviteeTexts['invalid-email']('ann')).toBe('Invalid email ann')
  })

  it('[sharing] refuses oneself', () => {
    expect(checkInviteeEmail('ME@x.org', 'me@X.org')).toEqual(refuse('self'))
    expect(checkInvitee({ id: 'ann' }, 'ann', project)).toEqual(refuse('self'))
    expect(inviteeTexts.self('me@x.org')).toBe('Cannot share with oneself')
  })

  it('[sharing] refuses people with access, the owner and unknown users', () => {
    expect(checkInvitee({ id: 'bob' }, 'ann', project)).toEqual(refuse('already-shared'))
    expect(checkInvitee({ id: 'owner' }, 'ann', project)).toEqual(refuse('already-shared'))
    expect(checkInvitee(null, 'ann', project)).toEqual(refuse('unknown-user'))
    expect(checkInvitee({ id: 'new' }, 'ann', project)).toEqual(accept('new'))
    expect(inviteeTexts['already-shared']('b@x.org')).toBe('Already shared with b@x.org')
    expect(inviteeTexts['unknown-user']('b@x.org')).toBe('User with email b@x.org not found')
  })

  it('[sharing] accepts a person by name who has access by link', () => {
    const open = { ...project, sharing: { ...project.sharing, generalAccess: 'anyone' as const } }
    expect(checkInvitee({ id: 'new' }, 'ann', open)).toEqual(accept('new'))
  })
})

describe('limits of an invite link', () => {
  it('lets a link expire after now and within ten years, or never', () => {
    const now = 1_000
    const latest = now + 3_660 * dayMs
    expect(checkInviteLinkExpiry(null, now)).toEqual(accept(null))
    expect(checkInviteLinkExpiry(now + 1, now)).toEqual(accept(now + 1))
    expect(checkInviteLinkExpiry(latest, now)).toEqual(accept(latest))
    for (const wrong of [now, latest + 1, Number.NaN])
      expect(checkInviteLinkExpiry(wrong, now)).toEqual(refuse('bad-expiry'))
    expect(inviteLinkTexts['bad-expiry']()).toBe('The link must expire in the future, at most 10 years from now')
  })

  it('lets a link be used 1 to 10,000 times, or any number of times', () => {
    for (const possible of [null, 1, 10_000]) expect(checkInviteLinkUses(possible)).toEqual(accept(possible))
    for (const wrong of [0, -1, 10_001, 1.5, Number.NaN]) expect(checkInviteLinkUses(wrong)).toEqual(refuse('bad-uses'))
    expect(inviteLinkTexts['bad-uses']()).toBe('The link can be used 1 to 10000 times')
  })
})
