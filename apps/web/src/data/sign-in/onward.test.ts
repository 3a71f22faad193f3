import { beforeEach, describe, expect, it } from 'vitest'
import { setPageConfig } from '../config/index.ts'
import type { Flow } from '../identity/index.ts'
import { onwardFrom, returnToFor } from './onward.ts'

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
    expect(onwardFrom(flow())).toBeNull()
    expect(onwardFrom(flow({ returnTo: `${origin}/login` }))).toBeNull()
  })

  it('to a stored next, which is then gone', () => {
    store('https://api.example.com/trial')
    expect(onwardFrom(flow())).toEqual({ kind: 'url', url: 'https://api.example.com/trial' })
    expect(onwardFrom(flow())).toBeNull()
  })

  it('to where the flow was to return, where nothing is stored', () => {
    expect(onwardFrom(flow({ returnTo: `${origin}/tree/1` }))).toEqual({ kind: 'path', path: '/tree/1' })
  })

  it('back into the service on the page’s own origin, which is no path of the router', () => {
    const url = `${origin}/identity/self-service/settings?flow=s`
    expect(onwardFrom(flow({ refresh: true, returnTo: url }))).toEqual({ kind: 'service', url })
  })

  it.each([
    'http://evil.example/identity/self-service/settings',
    `${origin}.evil.example/identity/self-service/settings`,
    'javascript:alert(1)//identity/self-service/',
  ])('never to %s', (returnTo) => {
    expect(onwardFrom(flow({ returnTo, refresh: true }))).toEqual({ kind: 'path', path: '/projects' })
  })

  it('a service without the usual path is no place to go back to', () => {
    const odd = flow({ action: 'https://evil.example/', returnTo: 'https://evil.example/x', refresh: true })
    expect(onwardFrom(odd)).toEqual({ kind: 'path', path: '/projects' })
  })
})

describe('what the service is asked to return to', () => {
  it('the stored next, as it was judged, which stays stored', () => {
    store('/tree/1?x=1#node=2')
    expect(returnToFor(null, origin)).toBe(`${origin}/tree/1?x=1#node=2`)
    expect(onwardFrom(flow())).toEqual({ kind: 'path', path: '/tree/1?x=1#node=2' })
  })

  it('never a stranger', () => {
    store('//evil.example/x')
    expect(returnToFor(null, origin)).toBe(`${origin}/projects`)
  })

  it('this page again for a plan, and nothing without either', () => {
    expect(returnToFor('pro', origin)).toBe(`${origin}/login`)
    expect(returnToFor(null, origin)).toBeNull()
  })
})
