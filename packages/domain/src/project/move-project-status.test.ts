import { describe, expect, it } from 'vitest'
import { refuse } from '../result.ts'
import type { Role } from '../roles/role.ts'
import { changeProjectStatus, listStatusChoices } from './move-project-status.ts'
import { projectStatuses } from './project-status.ts'

describe('project status', () => {
  const roles: readonly Role[] = ['owner', 'editor', 'viewer', 'link', 'none']
  const moves = roles.flatMap((role) =>
    projectStatuses.flatMap((from) => projectStatuses.map((to) => [role, from, to] as const)),
  )
  const allowed: Readonly<Record<Role, readonly string[]>> = {
    owner: (
      'active>inactive active>archived active>deleted inactive>active inactive>archived inactive>deleted ' +
      'archived>active archived>inactive archived>deleted deleted>active'
    ).split(' '),
    editor: ['active>inactive', 'inactive>active'],
    viewer: [],
    link: [],
    none: [],
  }

  it.each(moves)('[project status] %s: from %s to %s', (role, from, to) => {
    const isAllowed = from === to || allowed[role].includes(`${from}>${to}`)
    expect(changeProjectStatus(role, from, to).ok).toBe(isAllowed)
  })

  it('[project status] says why not', () => {
    expect(changeProjectStatus('editor', 'active', 'deleted')).toEqual(refuse('not-allowed'))
    expect(changeProjectStatus('owner', 'deleted', 'archived')).toEqual(refuse('undelete-first'))
  })

  it('[forms] the New form offers active and archived, the Edit form also inactive, each what may be chosen', () => {
    expect(listStatusChoices('owner', null)).toEqual(['active', 'archived'])
    expect(listStatusChoices('owner', 'active')).toEqual(['active', 'inactive', 'archived'])
    expect(listStatusChoices('editor', 'active')).toEqual(['active', 'inactive'])
    expect(listStatusChoices('editor', 'archived')).toEqual(['archived'])
    expect(listStatusChoices('owner', 'deleted')).toEqual(['active'])
  })
})
