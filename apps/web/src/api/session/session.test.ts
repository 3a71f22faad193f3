import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import type { WhoamiResult } from '../identity/identity-client.ts'
import { createAuthStore, formatPersonName, personPictureUrl } from './session.ts'

const person = { id: '1', email: 'ada@example.com', firstname: 'Ada', lastname: '', picture: null, status: null }

describe('how a person appears', () => {
  beforeEach(() => resetPage({ apiUrl: 'https://api.example.com' }))

  it('is by name, else by e-mail address', () => {
    expect(formatPersonName({ ...person, lastname: 'Byron' })).toBe('Ada Byron')
    expect(formatPersonName(person)).toBe('Ada')
    expect(formatPersonName({ ...person, firstname: ' ' })).toBe('ada@example.com')
  })

  it('is drawn by our own server, wherever the picture lies', () => {
    const elsewhere = { ...person, id: 'a/b', picture: 'https://elsewhere.example/ada.png' }
    expect(personPictureUrl(elsewhere)).toBe('https://api.example.com/avatar/a%2Fb')
  })
})

const personAuthStore = { id: '1', email: 'ada@example.com', firstname: '', lastname: '', picture: null, status: null }
const present: WhoamiResult = { kind: 'person', person: personAuthStore }

/** A service whose answers the test gives when it wants to. */
function slowService() {
  const waiting: ((answer: WhoamiResult) => void)[] = []
  return {
    ask: () => new Promise<WhoamiResult>((resolve) => waiting.push(resolve)),
    answer: (answer: WhoamiResult) => waiting.shift()?.(answer),
    questions: () => waiting.length,
  }
}

describe('the auth state', () => {
  it('starts unknown and becomes what the service says', async () => {
    const store = createAuthStore(async () => present)
    expect(store.get()).toEqual({ kind: 'unknown' })
    await store.check()
    expect(store.get()).toEqual(present)
  })

  it('is anonymous on 401, and neither in nor out when the service cannot answer', async () => {
    const answers: WhoamiResult[] = [{ kind: 'anonymous' }, { kind: 'network' }]
    const store = createAuthStore(async () => answers.shift() ?? present)
    expect(await store.check()).toEqual({ kind: 'anonymous', because: 'no-session' })
    expect(await store.check()).toEqual({ kind: 'unreachable' })
    store.clear()
    expect(await store.check()).toEqual(present)
  })

  it('asks once for several who want to know at the same time', async () => {
    const service = slowService()
    const store = createAuthStore(service.ask)
    const both = Promise.all([store.check(), store.check()])
    expect(service.questions()).toBe(1)
    service.answer(present)
    expect(await both).toEqual([present, present])
  })

  it('ignores an answer to a question asked before the logout', async () => {
    const service = slowService()
    const store = createAuthStore(service.ask)
    const late = store.check()
    store.markLoggedOut()
    service.answer(present)
    await late
    expect(store.get()).toEqual({ kind: 'anonymous', because: 'logged-out' })
  })

  it('stops asking when the API keeps refusing a session the service vouches for', async () => {
    const store = createAuthStore(async () => present)
    const rounds: string[] = []
    for (let round = 0; round < 4; round += 1) {
      rounds.push((await store.check()).kind)
      store.rejectSession()
    }
    expect(rounds).toEqual(['person', 'person', 'person', 'unreachable'])
  })

  it('forgets refusals once the API accepts the session', async () => {
    const store = createAuthStore(async () => present)
    for (let round = 0; round < 6; round += 1) {
      expect((await store.check()).kind).toBe('person')
      store.confirmSession()
      store.rejectSession()
    }
  })

  it('tells its listeners until they leave', async () => {
    const store = createAuthStore(async () => present)
    const seen: string[] = []
    const leave = store.subscribe(() => seen.push(store.get().kind))
    await store.check()
    leave()
    store.clear()
    expect(seen).toEqual(['person'])
  })
})
