import { describe, expect, it } from 'vitest'
import {
  canComment,
  canSeePeople,
  findRole,
  getRights,
  type Permission,
  type ProjectStatus,
  type Role,
  type SharedProject,
} from './role.ts'

const project = (generalAccess: 'restricted' | 'anyone', users: Record<string, Permission> = {}): SharedProject => ({
  owner: 'owner',
  sharing: { generalAccess, users },
})

const rightsIn = (role: Role, status: ProjectStatus, hasProductAccess = true): string =>
  Object.entries(getRights({ role, status, hasProductAccess }))
    .flatMap(([right, isGranted]) => (isGranted ? [right] : []))
    .join(' ')

describe('roles', () => {
  const shared = { ed: 'editor', vi: 'viewer' } as const

  it.each([
    ['owner', 'restricted', 'owner'],
    ['ed', 'restricted', 'editor'],
    ['vi', 'restricted', 'viewer'],
    ['stranger', 'restricted', 'none'],
    [null, 'restricted', 'none'],
    ['owner', 'anyone', 'owner'],
    ['ed', 'anyone', 'editor'],
    ['vi', 'anyone', 'viewer'],
    ['stranger', 'anyone', 'link'],
    [null, 'anyone', 'link'],
  ] as const)('[roles] finds the role of %s in a project that is %s: %s', (userId, access, role) => {
    expect(findRole(userId, project(access, shared))).toBe(role)
  })

  it('[roles] grants nothing to a user id that is a property of every object', () => {
    expect(findRole('constructor', project('restricted'))).toBe('none')
    expect(findRole('__proto__', project('restricted'))).toBe('none')
  })

  it('[roles] shows the people of a project only to those named in it', () => {
    const roles: readonly Role[] = ['owner', 'editor', 'viewer', 'link', 'none']
    expect(roles.filter(canSeePeople)).toEqual(['owner', 'editor', 'viewer'])
  })
})

describe('rights', () => {
  it.each([
    ['owner', 'active', 'canView canEdit canAdminister'],
    ['owner', 'archived', 'canView canEdit canAdminister'],
    ['owner', 'deleted', 'canView canAdminister'],
    ['editor', 'inactive', 'canView canEdit'],
    ['editor', 'deleted', ''],
    ['viewer', 'active', 'canView'],
    ['viewer', 'deleted', ''],
    ['link', 'active', 'canView'],
    ['link', 'deleted', ''],
    ['none', 'active', ''],
  ] as const)('[rights] gives %s in a project that is %s the rights %s', (role, status, expected) => {
    expect(rightsIn(role, status)).toBe(expected)
  })

  it('[rights] lets owner and editor only view without product access', () => {
    expect(rightsIn('owner', 'active', false)).toBe('canView')
    expect(rightsIn('editor', 'active', false)).toBe('canView')
  })
})

describe('comments', () => {
  const roles: readonly Role[] = ['owner', 'editor', 'viewer', 'link', 'none']
  const listCommenters = (viewersMayComment: boolean, hasProductAccess = true, status: ProjectStatus = 'active') =>
    roles.filter((role) => canComment({ role, status, hasProductAccess, viewersMayComment }))

  it('lets owner and editors comment, and viewers where the project allows it', () => {
    expect(listCommenters(false)).toEqual(['owner', 'editor'])
    expect(listCommenters(true)).toEqual(['owner', 'editor', 'viewer'])
  })

  it('lets nobody comment without product access or in the trash', () => {
    expect(listCommenters(true, false)).toEqual([])
    expect(listCommenters(true, true, 'deleted')).toEqual([])
  })
})
