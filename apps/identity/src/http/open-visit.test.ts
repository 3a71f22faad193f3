import { expect, it } from 'vitest'
import { acceptsJson, isCrossSiteSubmit, isJsonClient } from './open-visit.ts'

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

it('answers a JSON submit in JSON only for the exact content type', () => {
  expect(isJsonClient('*/*', 'application/json')).toBe(true)
  expect(isJsonClient('*/*', 'application/json; charset=utf-8')).toBe(false)
  expect(isJsonClient('application/json', 'application/x-www-form-urlencoded')).toBe(true)
  expect(isJsonClient(undefined, undefined)).toBe(false)
})

const own = ['https://api.example.com/identity', 'https://app.example.com/login']

it.each([
  [undefined, undefined, false],
  ['https://app.example.com', undefined, false],
  ['https://app.example.com', 'same-site', false],
  ['https://api.example.com', 'same-origin', false],
  ['https://evil.test', undefined, true],
  ['https://evil.example.com', 'same-site', true],
  ['https://app.example.com', 'cross-site', true],
  ['null', 'same-origin', false],
  ['null', undefined, true],
  ['null', 'none', true],
])('origin %s, Sec-Fetch-Site %s: cross-site %s', (origin, fetchSite, expected) => {
  expect(isCrossSiteSubmit({ origin, fetchSite, own })).toBe(expected)
})
