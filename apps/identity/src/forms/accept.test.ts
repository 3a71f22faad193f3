import { expect, it } from 'vitest'
import { acceptsJson, isJsonClient } from './accept.ts'

it.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/html', false],
  ['application/json', true],
  ['Application/JSON', true],
  ['application/json, text/plain, */*', true],
  ['application/*', true],
  ['text/html, application/json', false],
  ['application/json, text/html', false],
  ['text/html;q=0.5, application/json', true],
  ['text/html, application/json;q=0.9', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['application/json;q=0', false],
  ['application/json;q=banana', false],
  ['text/plain', false],
])('Accept %s: JSON %s', (header, wanted) => {
  expect(acceptsJson(header)).toBe(wanted)
})

it('a submit in JSON is answered in JSON, by the exact type only', () => {
  expect(isJsonClient('*/*', 'application/json')).toBe(true)
  expect(isJsonClient('*/*', 'application/json; charset=utf-8')).toBe(false)
  expect(isJsonClient('application/json', 'application/x-www-form-urlencoded')).toBe(true)
  expect(isJsonClient(undefined, undefined)).toBe(false)
})
