import { describe, expect, it } from 'vitest'
import { projectStatuses, type Role } from '../access/role.ts'
import { accept, refuse } from '../core/result.ts'
import {
  changeProjectStatus,
  checkEpicKey,
  checkJson,
  checkProjectForm,
  checkProjectTitle,
  listStatusChoices,
  projectFormTexts,
} from './project-form.ts'

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

  it.each(moves)('[project status] checks for %s the move from %s to %s', (role, from, to) => {
    const isAllowed = from === to || allowed[role].includes(`${from}>${to}`)
    expect(changeProjectStatus(role, from, to).ok).toBe(isAllowed)
  })

  it('[project status] gives the reason for refusing a move', () => {
    expect(changeProjectStatus('editor', 'active', 'deleted')).toEqual(refuse('not-allowed'))
    expect(changeProjectStatus('owner', 'deleted', 'archived')).toEqual(refuse('undelete-first'))
  })

  it('[forms] offers active and archived in the New form, and the permitted statuses in the Edit form', () => {
    expect(listStatusChoices('owner', null)).toEqual(['active', 'archived'])
    expect(listStatusChoices('owner', 'active')).toEqual(['active', 'inactive', 'archived'])
    expect(listStatusChoices('editor', 'active')).toEqual(['active', 'inactive'])
    expect(listStatusChoices('editor', 'archived')).toEqual(['archived'])
    expect(listStatusChoices('owner', 'deleted')).toEqual(['active'])
  })
})

describe('project forms', () => {
  it('[forms] refuses a title that is blank after trimming', () => {
    expect(checkProjectTitle('  Plan ')).toEqual(accept('Plan'))
    expect(checkProjectTitle(' \t\n')).toEqual(refuse('title-missing'))
    expect(projectFormTexts['title-missing']).toBe('Please enter a title')
  })

  it.each([
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
    ['{"a":[1]}', { a: [1] }],
    ['0', 0],
  ])('[forms] reads the JSON field %j as %j', (text, value) => {
    expect(checkJson(text)).toEqual(accept(value))
  })

  it.each(['{', 'undefined', "{'a':1}", '1e', '[1,]'])('[forms] reports %s as Invalid JSON', (text) => {
    expect(checkJson(text)).toEqual(refuse('json-invalid'))
  })

  it('[forms] reports all faults at once with their texts', () => {
    expect(checkProjectForm({ title: ' ', json: '{' })).toEqual({
      ok: false,
      errors: { title: 'Please enter a title', json: 'Invalid JSON' },
    })
    expect(checkProjectForm({ title: 'a', json: '{' })).toEqual({ ok: false, errors: { json: 'Invalid JSON' } })
    expect(checkProjectForm({ title: 'a' })).toEqual({ ok: true, value: { title: 'a', json: null } })
  })

  it('[forms] refuses a blank epic key', () => {
    expect(checkEpicKey(' ABC-1 ')).toEqual(accept('ABC-1'))
    expect(checkEpicKey(' ')).toEqual(refuse('epic-key-missing'))
    expect(projectFormTexts['epic-key-missing']).toBe('Please enter the epic key')
  })
})
