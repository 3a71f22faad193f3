import { expect, it } from 'vitest'
import { resolveAllowedReturn } from './return-to.ts'

const rules = {
  base: 'https://api.example.com/identity',
  home: 'https://app.example.com/projects',
  allowed: ['https://app.example.com/', 'https://*.wild.test/app', 'not an address'],
}

it.each([
  ['/tree/1?x=1#node=2', 'https://app.example.com/tree/1?x=1#node=2'],
  ['tree', 'https://app.example.com/tree'],
  ['https://app.example.com/', 'https://app.example.com/'],
  ['https://a.wild.test/app/1', 'https://a.wild.test/app/1'],
  [
    'https://api.example.com/identity/self-service/settings?flow=1',
    'https://api.example.com/identity/self-service/settings?flow=1',
  ],
  ['https://a.wild.test/other', null],
  ['https://wild.test/app', null],
  ['https://evilwild.test/app', null],
  ['https://a.wild.test:8443/app', null],
  ['http://app.example.com/', null],
  ['https://app.example.com:444/', null],
  ['https://app.example.com.evil.test/', null],
  ['https://user:pass@app.example.com/', null],
  ['https://app.example.com@evil.test/', null],
  ['//evil.test', null],
  ['/\\evil.test', null],
  ['\\\\evil.test', null],
  ['https:evil.test', 'https://app.example.com/evil.test'],
  ['javascript:alert(1)', null],
  ['https://api.example.com/elsewhere', null],
  ['https://api.example.com/identity/self-service/../../elsewhere', null],
  ['http://', null],
])('return_to %s leads to %s', (value, expected) => {
  expect(resolveAllowedReturn(value, rules)).toBe(expected)
})
