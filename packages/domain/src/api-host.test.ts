import { expect, it } from 'vitest'
import { deriveApiHost } from './api-host.ts'

it.each([
  ['example.com', 'api.example.com'],
  ['app.example.com', 'api.example.com'],
  ['a.b.c.example.com', 'api.example.com'],
  ['app.example.com.', 'api.example.com'],
  ['api.example.com', 'api.example.com'],
  ['localhost', 'localhost'],
  ['espalier.localhost', 'espalier.localhost'],
  ['planner', 'planner'],
  ['192.168.1.20', '192.168.1.20'],
  ['[::1]', '[::1]'],
  ['::1', '::1'],
])('the API of a page on %s is on %s', (page, api) => {
  expect(deriveApiHost(page)).toBe(api)
})
