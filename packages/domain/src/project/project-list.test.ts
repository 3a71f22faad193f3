import { describe, expect, it } from 'vitest'
import { type ProjectStatus, projectStatuses, type Role } from '../access/role.ts'
import {
  isProjectFilter,
  isProjectListed,
  type ListedProject,
  projectFilterLabels,
  projectFilters,
} from './project-list.ts'
import { listProjectMenuItems, projectMenuLabels } from './project-menu.ts'

const project = (status: ProjectStatus, more: Partial<ListedProject> = {}): ListedProject => ({
  owner: 'me',
  sharing: { generalAccess: 'restricted', users: {} },
  status,
  completionStatus: 'todo',
  ...more,
})
const listMatchingFilters = (one: ListedProject) =>
  projectFilters.filter((filter) => isProjectListed(filter, one, 'me'))
const sharedWithMe = { owner: 'other', sharing: { generalAccess: 'restricted', users: { me: 'viewer' } } } as const

describe('project list filters', () => {
  it('[filters] puts every active or inactive project, owned or shared by name, into the inbox', () => {
    expect(listMatchingFilters(project('active'))).toEqual(['inbox', 'todo'])
    expect(listMatchingFilters(project('inactive', { completionStatus: 'done' }))).toEqual(['inbox', 'done'])
    expect(listMatchingFilters(project('active', { completionStatus: 'progress', ...sharedWithMe }))).toEqual([
      'inbox',
      'progress',
      'shared',
    ])
  })

  it('[filters] puts owned and shared projects into the archive, but only owned ones into the trash', () => {
    expect(listMatchingFilters(project('archived'))).toEqual(['archive'])
    expect(listMatchingFilters(project('archived', sharedWithMe))).toEqual(['archive'])
    expect(listMatchingFilters(project('deleted'))).toEqual(['trash'])
    expect(listMatchingFilters(project('deleted', sharedWithMe))).toEqual([])
  })

  it('[filters] lists a project open to anyone in no stranger’s list', () => {
    const open = { owner: 'other', sharing: { generalAccess: 'anyone', users: {} } } as const
    expect(projectStatuses.flatMap((status) => listMatchingFilters(project(status, open)))).toEqual([])
  })

  it('[filters] has the labels of the specification and no other names', () => {
    expect(Object.values(projectFilterLabels)).toEqual([
      'All Projects',
      'In Progress',
      'Unstarted',
      'Completed',
      'Shared with me',
      'Archived',
      'Trash',
    ])
    expect(isProjectFilter('trash')).toBe(true)
    expect(isProjectFilter('constructor')).toBe(false)
  })
})

const listMenuLabels = (role: Role, status: ProjectStatus, hasProductAccess = true): string =>
  listProjectMenuItems({ role, status, hasProductAccess })
    .map((item) => projectMenuLabels[item])
    .join(', ')

describe('action menu of the project list', () => {
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
  ] as const)('[menu] offers %s of a project that is %s: %s', (role, status, labels) => {
    expect(listMenuLabels(role, status)).toBe(labels)
  })

  it('[menu] offers nothing without product access', () => {
    expect(listMenuLabels('owner', 'active', false)).toBe('')
  })
})
