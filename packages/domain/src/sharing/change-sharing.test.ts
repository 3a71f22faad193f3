import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Permission, SharedProject } from '../access/role.ts'
import { accept } from '../core/result.ts'
import { changeSharing, getOwnAccessWarning, getSharingIcon, isLeaveRequest, maskSharing } from './change-sharing.ts'

const project: SharedProject = {
  owner: 'owner',
  sharing: { generalAccess: 'restricted', users: { ann: 'editor', bob: 'viewer' } },
}

const usersAfter = (request: Parameters<typeof changeSharing>[1]): unknown => {
  const changed = changeSharing(project, request)
  return changed.ok ? changed.value.sharing.users : changed.reason
}

const usersThrough = (start: SharedProject, ...all: object[]): unknown => {
  let current = start
  for (const changes of all) {
    const changed = changeSharing(current, { changes })
    if (changed.ok) current = { ...current, sharing: changed.value.sharing }
  }
  return current.sharing.users
}

describe('changing the sharing of a project', () => {
  it('[sharing] replaces the whole map by users', () => {
    expect(changeSharing(project, { users: { cat: 'viewer', ann: 'viewer' } })).toEqual(
      accept({
        sharing: { generalAccess: 'restricted', users: { cat: 'viewer', ann: 'viewer' } },
        addedIds: ['cat'],
        removedIds: ['bob'],
      }),
    )
  })

  it('[sharing] changes only the named people; null removes access', () => {
    expect(usersAfter({ changes: { bob: null, cat: 'editor' } })).toEqual({ ann: 'editor', cat: 'editor' })
    expect(usersAfter({ changes: { nobody: null } })).toEqual(project.sharing.users)
    expect(usersAfter({ users: {}, changes: { cat: 'viewer' } })).toEqual({ cat: 'viewer' })
  })

  it('[sharing] merges concurrent changes by two people', () => {
    const aChange = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom<Permission | null>('viewer', 'editor', null),
    )
    const otherChange = fc.dictionary(
      fc.constantFrom('d', 'e'),
      fc.constantFrom<Permission | null>('viewer', 'editor', null),
    )
    fc.assert(
      fc.property(aChange, otherChange, (mine, theirs) => {
        expect(usersThrough(project, mine, theirs)).toEqual(usersThrough(project, theirs, mine))
      }),
    )
  })

  it('[sharing] changes the general access alone, and nothing without a request', () => {
    const opened = changeSharing(project, { generalAccess: 'anyone' })
    expect(opened).toMatchObject(accept({ sharing: { ...project.sharing, generalAccess: 'anyone' }, addedIds: [] }))
    expect(changeSharing(project, {})).toMatchObject(accept({ sharing: project.sharing, removedIds: [] }))
    expect(usersAfter({ users: null, changes: null })).toEqual(project.sharing.users)
  })

  it('[sharing] refuses a request that names the owner', () => {
    expect(usersAfter({ users: { owner: 'viewer', ann: 'editor' } })).toBe('names-owner')
    expect(usersAfter({ changes: { owner: null } })).toBe('names-owner')
  })

  it('[sharing] keeps whether editors may share until the request says otherwise', () => {
    const closed = changeSharing(project, { editorsMayShare: false })
    expect(closed).toMatchObject(accept({ sharing: { ...project.sharing, editorsMayShare: false } }))
    const kept = { ...project, sharing: { ...project.sharing, editorsMayShare: false } }
    expect(changeSharing(kept, { users: {} })).toMatchObject(accept({ sharing: { editorsMayShare: false } }))
  })

  it('[sharing] treats only the removal of one’s own access as leaving', () => {
    expect(isLeaveRequest({ changes: { bob: null } }, 'bob')).toBe(true)
    expect(isLeaveRequest({ changes: { bob: null, ann: null } }, 'bob')).toBe(false)
    expect(isLeaveRequest({ changes: { ann: null } }, 'bob')).toBe(false)
    expect(isLeaveRequest({ changes: { bob: 'viewer' } }, 'bob')).toBe(false)
    expect(isLeaveRequest({ changes: { bob: null }, generalAccess: 'anyone' }, 'bob')).toBe(false)
    expect(isLeaveRequest({ changes: { bob: null }, users: {} }, 'bob')).toBe(false)
    expect(isLeaveRequest({ changes: { bob: null }, editorsMayShare: true }, 'bob')).toBe(false)
    expect(isLeaveRequest({}, 'bob')).toBe(false)
  })

  it.each([[[]], ['ann'], [7], [{ ann: 'owner' }], [{ ann: null }], [{ '': 'viewer' }], [{ ann: ['viewer'] }]])(
    '[sharing] refuses the map %j',
    (users) => {
      expect(usersAfter({ users })).toBe('invalid-users')
    },
  )

  it('[sharing] refuses invalid changes and keeps a hostile key harmless', () => {
    expect(usersAfter({ changes: { ann: 'admin' } })).toBe('invalid-changes')
    expect(usersAfter({ changes: [] })).toBe('invalid-changes')
    const hostile: unknown = JSON.parse('{"__proto__":"editor"}')
    const changed = changeSharing(project, { changes: hostile })
    expect(changed.ok && Object.keys(changed.value.sharing.users)).toEqual(['ann', 'bob', '__proto__'])
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})

describe('sharing dialog rules', () => {
  it('[sharing] warns before the own rights are reduced, but not for others', () => {
    expect(getOwnAccessWarning({ userId: 'me', from: 'editor', to: 'viewer' }, 'me')).toBe(
      'You are requesting to change YOUR OWN access from editor to viewer. Are you sure you want to lose editing functionality?',
    )
    expect(getOwnAccessWarning({ userId: 'me', from: 'viewer', to: null }, 'me')).toBe(
      'You are requesting to remove YOUR OWN access to this document.  Are you sure you want to LOSE ACCESS to this document?',
    )
    expect(getOwnAccessWarning({ userId: 'me', from: 'viewer', to: 'editor' }, 'me')).toBeNull()
    expect(getOwnAccessWarning({ userId: 'ann', from: 'editor', to: null }, 'me')).toBeNull()
    expect(getOwnAccessWarning({ userId: 'ann', from: 'editor', to: 'viewer' }, 'me')).toBeNull()
  })

  it('[sharing] hides the people from anonymous and link-only visitors', () => {
    expect(maskSharing(project.sharing, 'link').users).toEqual({})
    expect(maskSharing(project.sharing, 'none').users).toEqual({})
    expect(maskSharing(project.sharing, 'viewer')).toBe(project.sharing)
  })

  it('[sharing] chooses a lock, a globe or a group as icon', () => {
    expect(getSharingIcon({ generalAccess: 'restricted', users: {} })).toBe('lock')
    expect(getSharingIcon({ generalAccess: 'anyone', users: { a: 'viewer' } })).toBe('globe')
    expect(getSharingIcon({ generalAccess: 'restricted', users: { a: 'viewer' } })).toBe('user-group')
  })
})
