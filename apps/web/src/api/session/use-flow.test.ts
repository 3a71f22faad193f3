import { beforeEach, describe, expect, it } from 'vitest'
import type { Flow } from '../identity/flow.ts'
import { setPageConfig } from './page-config.ts'
import { chooseReturnTo, takeSignInDestination } from './use-flow.ts'

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

describe('where a sign-in leads', () => {
  it('nowhere of its own without a wish, nor with that of coming back to /login', () => {
    expect(takeSignInDestination(flow())).toBeNull()
    expect(takeSignInDestination(flow({ returnTo: `${origin}/login` }))).toBeNull()
  })

  it('to a stored next, which is then gone', () => {
    store('https://api.example.com/trial')
    expect(takeSignInDestination(flow())).toEqual({ kind: 'url', url: 'https://api.example.com/trial' })
    expect(takeSignInDestination(flow())).toBeNull()
  })

  it('to where the flow was to return, where nothing is stored', () => {
    expect(takeSignInDestination(flow({ returnTo: `${origin}/tree/1` }))).toEqual({ kind: 'path', path: '/tree/1' })
  })

  it('back into the service on the page’s own origin, which is no path of the router', () => {
    const url = `${origin}/identity/self-service/settings?flow=s`
    expect(takeSignInDestination(flow({ refresh: true, returnTo: url }))).toEqual({ kind: 'service', url })
  })

  it.each([
    'http://evil.example/identity/self-service/settings',
    `${origin}.evil.example/identity/self-service/settings`,
    'javascript:alert(1)//identity/self-service/',
  ])('never to %s', (returnTo) => {
    expect(takeSignInDestination(flow({ returnTo, refresh: true }))).toEqual({ kind: 'path', path: '/projects' })
  })

  it('a service without the usual path is no place to go back to', () => {
    const odd = flow({ action: 'https://evil.example/', returnTo: 'https://evil.example/x', refresh: true })
    expect(takeSignInDestination(odd)).toEqual({ kind: 'path', path: '/projects' })
  })
})

describe('what the service is asked to return to', () => {
  it('the stored next, as it was judged, which stays stored', () => {
    store('/tree/1?x=1#node=2')
    expect(chooseReturnTo(null, origin)).toBe(`${origin}/tree/1?x=1#node=2`)
    expect(takeSignInDestination(flow())).toEqual({ kind: 'path', path: '/tree/1?x=1#node=2' })
  })

  it('never a stranger', () => {
    store('//evil.example/x')
    expect(chooseReturnTo(null, origin)).toBe(`${origin}/projects`)
  })

  it('this page again for a plan, and nothing without either', () => {
    expect(chooseReturnTo('pro', origin)).toBe(`${origin}/login`)
    expect(chooseReturnTo(null, origin)).toBeNull()
  })
})
