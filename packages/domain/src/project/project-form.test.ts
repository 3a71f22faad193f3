import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../result.ts'
import { checkEpicKey, checkJson, checkProjectForm, checkProjectTitle, projectFormTexts } from './project-form.ts'

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
