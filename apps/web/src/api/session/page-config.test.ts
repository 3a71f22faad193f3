import { describe, expect, it } from 'vitest'
import { resolveApiBase } from './page-config.ts'

const page = (url: string) => new URL(url)

describe('API address', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://192.168.1.20', 'http://192.168.1.20'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://planner', 'http://planner'],
    ['http://espalier.localhost:8080', 'http://espalier.localhost:8080'],
  ])("uses the page's own origin as API address at %s", (at, base) => {
    expect(resolveApiBase(page(at), undefined)).toBe(base)
  })

  it.each([
    ['https://example.com', 'https://api.example.com'],
    ['https://app.example.com', 'https://api.example.com'],
    ['https://a.b.c.example.com', 'https://api.example.com'],
    ['https://app.example.com:8443', 'https://api.example.com:8443'],
    ['https://app.example.com.', 'https://api.example.com'],
  ])('uses api. of the last two labels as API address at %s', (at, base) => {
    expect(resolveApiBase(page(at), undefined)).toBe(base)
  })

  it('uses the configured API address without a trailing slash', () => {
    expect(resolveApiBase(page('https://app.example.com'), 'https://backend.example.org/')).toBe(
      'https://backend.example.org',
    )
  })
})
