import { describe, expect, it } from 'vitest'
import { isProjectListed, isProjectFilter, type ListedProject, projectFilterLabels, projectFilters } from './project-filter.ts'
import { type ProjectStatus, projectStatuses } from './project-status.ts'

const project = (status: ProjectStatus, more: Partial<ListedProject> = {}): ListedProject => ({
  owner: 'me',
  sharing: { generalAccess: 'restricted', users: {} },
  status,
  completionStatus: 'todo',
  ...more,
})
const listMatchingFilters = (one: ListedProject) => projectFilters.filter((filter) => isProjectListed(filter, one, 'me'))
const sharedWithMe = { owner: 'other', sharing: { generalAccess: 'restricted', users: { me: 'viewer' } } } as const

describe('list filters', () => {
  it('[filters] inbox: every active or inactive project, owned or shared by name', () => {
    expect(listMatchingFilters(project('active'))).toEqual(['inbox', 'todo'])
    expect(listMatchingFilters(project('inactive', { completionStatus: 'done' }))).toEqual(['inbox', 'done'])
    expect(listMatchingFilters(project('active', { completionStatus: 'progress', ...sharedWithMe }))).toEqual([
      'inbox',
      'progress',
      'shared',
    ])
  })

  it('[filters] archive: owned or shared; trash: owned', () => {
    expect(listMatchingFilters(project('archived'))).toEqual(['archive'])
    expect(listMatchingFilters(project('archived', sharedWithMe))).toEqual(['archive'])
    expect(listMatchingFilters(project('deleted'))).toEqual(['trash'])
    expect(listMatchingFilters(project('deleted', sharedWithMe))).toEqual([])
  })

  it('[filters] a project open to anyone stands in no stranger’s list', () => {
    const open = { owner: 'other', sharing: { generalAccess: 'anyone', users: {} } } as const
    expect(projectStatuses.flatMap((status) => listMatchingFilters(project(status, open)))).toEqual([])
  })

  it('[filters] have their labels, and no other name is one', () => {
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
