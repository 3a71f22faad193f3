import { describe, expect, it } from 'vitest'
import type { ProjectStatus } from '../project/project-status.ts'
import { projectMenuLabels, listProjectMenuItems } from './project-menu.ts'
import type { Role } from './role.ts'

const listMenuLabels = (role: Role, status: ProjectStatus, hasProductAccess = true): string =>
  listProjectMenuItems({ role, status, hasProductAccess })
    .map((item) => projectMenuLabels[item])
    .join(', ')

describe('the action menu of the list', () => {
  it.each([
    ['owner', 'active', 'Share, Edit, Duplicate, Open, Archive, Delete'],
    ['owner', 'inactive', 'Share, Edit, Duplicate, Open, Archive, Delete'],
    ['owner', 'archived', 'Share, Edit, Duplicate, Open, Unarchive, Delete'],
    ['owner', 'deleted', 'Undelete'],
    ['editor', 'active', 'Share, Edit, Duplicate, Open'],
    ['editor', 'deleted', ''],
    ['viewer', 'active', 'Open'],
    ['viewer', 'deleted', ''],
    ['link', 'active', 'Open'],
    ['none', 'active', ''],
  ] as const)('[menu] %s, %s: %s', (role, status, labels) => {
    expect(listMenuLabels(role, status)).toBe(labels)
  })

  it('[menu] without product access there is none', () => {
    expect(listMenuLabels('owner', 'active', false)).toBe('')
  })
})
