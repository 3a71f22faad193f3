import { beforeEach, describe, expect, it } from 'vitest'
import type { Flow } from '../identity/flow.ts'
import { setPageConfig } from './page-config.ts'
import { chooseReturnTo, consumeSignInDestination } from './use-flow.ts'

const origin = 'http://localhost:3000'
const flow = (parts: Partial<Flow> = {}): Flow => ({
  id: 'f',
  action: `${origin}/identity/self-service/login?flow=f`,
  nodes: [],
  messages: [],
  requestUrl: '',
  returnTo: null,
  state: 'choose_method',
  refresh: false,
  next: null,
  ...parts,
})
const store = (next: string) => sessionStorage.setItem('next', next)

beforeEach(() =>
  setPageConfig({
    productName: 'Espalier',
    hosts: ['localhost:3000', 'api.example.com'],
    signup: 'open',
    socialProviders: [],
    features: { billing: 'local', trialDays: 14, ai: 'outline', feedback: 'builtin', outbox: true },
  }),
)

describe('sign-in destination', () => {
  it('returns no destination without a stored next or when it would lead back to /login', () => {
    expect(consumeSignInDestination(flow())).toBeNull()
    expect(consumeSignInDestination(flow({ returnTo: `${origin}/login` }))).toBeNull()
  })

  it('leads to a stored next once', () => {
    store('https://api.example.com/trial')
    expect(consumeSignInDestination(flow())).toEqual({ kind: 'url', url: 'https://api.example.com/trial' })
    expect(consumeSignInDestination(flow())).toBeNull()
  })

  it("leads to the flow's return address when nothing is stored", () => {
    expect(consumeSignInDestination(flow({ returnTo: `${origin}/tree/1` }))).toEqual({ kind: 'path', path: '/tree/1' })
  })

  it('leads back into the identity service on the page’s own origin', () => {
    const url = `${origin}/identity/self-service/settings?flow=s`
    expect(consumeSignInDestination(flow({ refresh: true, returnTo: url }))).toEqual({ kind: 'service', url })
  })

  it.each([
    'http://evil.example/identity/self-service/settings',
    `${origin}.evil.example/identity/self-service/settings`,
    'javascript:alert(1)//identity/self-service/',
  ])('never leads to %s', (returnTo) => {
    expect(consumeSignInDestination(flow({ returnTo, refresh: true }))).toEqual({ kind: 'path', path: '/projects' })
  })

  it('does not lead back to a service without the usual path', () => {
    const odd = flow({ action: 'https://evil.example/', returnTo: 'https://evil.example/x', refresh: true })
    expect(consumeSignInDestination(odd)).toEqual({ kind: 'path', path: '/projects' })
  })
})

describe('return_to of a social sign-in', () => {
  it('asks for the stored next, checked, and keeps it stored', () => {
    store('/tree/1?x=1#node=2')
    expect(chooseReturnTo(null, origin)).toBe(`${origin}/tree/1?x=1#node=2`)
    expect(consumeSignInDestination(flow())).toEqual({ kind: 'path', path: '/tree/1?x=1#node=2' })
  })

  it('never asks for a foreign return_to', () => {
    store('//evil.example/x')
    expect(chooseReturnTo(null, origin)).toBe(`${origin}/projects`)
  })

  it('asks for the login page when a plan is kept, and for nothing otherwise', () => {
    expect(chooseReturnTo('pro', origin)).toBe(`${origin}/login`)
    expect(chooseReturnTo(null, origin)).toBeNull()
  })
})
