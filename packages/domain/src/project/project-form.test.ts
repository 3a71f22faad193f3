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

describe('project forms', () => {
  it('[forms] the title must not be blank after trimming', () => {
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
  ])('[forms] the JSON field %j is read as %j', (text, value) => {
    expect(checkJson(text)).toEqual(accept(value))
  })

  it.each(['{', 'undefined', "{'a':1}", '1e', '[1,]'])('[forms] %s is Invalid JSON', (text) => {
    expect(checkJson(text)).toEqual(refuse('json-invalid'))
  })

  it('[forms] all faults are told at once, each with its text', () => {
    expect(checkProjectForm({ title: ' ', json: '{' })).toEqual({
      ok: false,
      errors: { title: 'Please enter a title', json: 'Invalid JSON' },
    })
    expect(checkProjectForm({ title: 'a', json: '{' })).toEqual({ ok: false, errors: { json: 'Invalid JSON' } })
    expect(checkProjectForm({ title: 'a' })).toEqual({ ok: true, value: { title: 'a', json: null } })
  })

  it('[forms] the epic key must not be blank', () => {
    expect(checkEpicKey(' ABC-1 ')).toEqual(accept('ABC-1'))
    expect(checkEpicKey(' ')).toEqual(refuse('epic-key-missing'))
    expect(projectFormTexts['epic-key-missing']).toBe('Please enter the epic key')
  })
})
