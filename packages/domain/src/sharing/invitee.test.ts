import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import type { SharedProject } from '../access/role.ts'
import { checkInvitee, checkInviteeEmail, inviteeTexts } from './invitee.ts'

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
