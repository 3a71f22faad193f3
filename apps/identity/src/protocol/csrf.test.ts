import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCookies } from './cookies.ts'
import { createCsrf, csrfCookieName, maskCsrfToken, unmaskCsrfToken } from './csrf.ts'

const base = 'http://localhost:3000/identity'
const name = `csrf_token_${createHash('sha256').update(base).digest('hex')}`

describe('CSRF token', () => {
  it('masks the token differently each time and unmasks it to the same value', () => {
    const token = randomBytes(32)
    const [one, other] = [maskCsrfToken(token), maskCsrfToken(token)]
    expect(one).not.toBe(other)
    expect(Buffer.from(one, 'base64')).toHaveLength(64)
    expect([unmaskCsrfToken(one), unmaskCsrfToken(other), unmaskCsrfToken(token.toString('base64'))]).toEqual([
      token,
      token,
      token,
    ])
    expect([unmaskCsrfToken('???'), unmaskCsrfToken(undefined), unmaskCsrfToken('AAAA')]).toEqual([null, null, null])
  })
})

describe('CSRF guard', () => {
  it('sets the CSRF cookie once', () => {
    const cookies = createCookies(undefined, true)
    const csrf = createCsrf(base, cookies)
    csrf.ensureCookie()
    csrf.ensureCookie()
    expect(csrfCookieName(base)).toBe(name)
    const [header, ...more] = cookies.headers()
    expect(more).toEqual([])
    expect(header).toMatch(
      new RegExp(`^${name}=[A-Za-z0-9+/]{43}=; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    )
    const again = createCookies(header?.split(';')[0], false)
    createCsrf(base, again).ensureCookie()
    expect(again.headers()).toEqual([])
  })

  it('replaces a CSRF cookie that is not a token', () => {
    const cookies = createCookies(`${name}=short`, false)
    createCsrf(base, cookies).ensureCookie()
    expect(cookies.headers()).toHaveLength(1)
  })

  it('accepts the correct form token and no other', () => {
    const cookies = createCookies(`${name}=${randomBytes(32).toString('base64')}`, false)
    const csrf = createCsrf(base, cookies)
    csrf.ensure(csrf.createFormToken())
    const [before, hash] = [csrf.createFormToken(), csrf.hash()]
    expect(csrf.matches(hash)).toBe(true)
    csrf.rotate()
    expect(csrf.matches(hash)).toBe(false)
    for (const value of [before, undefined, '', maskCsrfToken(randomBytes(32))]) {
      expect(() => csrf.ensure(value)).toThrow(expect.objectContaining({ code: 403 }))
    }
    const bare = createCsrf(base, createCookies(undefined, false))
    expect(() => bare.ensure(bare.createFormToken())).toThrow(expect.objectContaining({ code: 403 }))
    expect(bare.matches(bare.hash())).toBe(false)
  })
})
