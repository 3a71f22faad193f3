import { beforeEach, describe, expect, it } from 'vitest'
import { jsonResponse, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import type { WhoamiResult } from '../identity/whoami.ts'
import { earlyData } from './early-data.ts'
import { auth, createAuthStore, formatPersonName, personPictureUrl } from './session.ts'

const person = { id: '1', email: 'ada@example.com', firstname: 'Ada', lastname: '', picture: null, status: null }

describe("person's appearance", () => {
  beforeEach(() => resetPage({ apiUrl: 'https://api.example.com' }))

  it('shows a person by name, else by email address', () => {
    expect(formatPersonName({ ...person, lastname: 'Byron' })).toBe('Ada Byron')
    expect(formatPersonName(person)).toBe('Ada')
    expect(formatPersonName({ ...person, firstname: ' ' })).toBe('ada@example.com')
  })

  it('loads every picture from our own server', () => {
    const elsewhere = { ...person, id: 'a/b', picture: 'https://elsewhere.example/ada.png' }
    expect(personPictureUrl(elsewhere)).toBe('https://api.example.com/avatar/a%2Fb')
  })
})

const personAuthStore = { id: '1', email: 'ada@example.com', firstname: '', lastname: '', picture: null, status: null }
const present: WhoamiResult = { kind: 'person', person: personAuthStore }

/** A service that answers when the test tells it to. */
function slowService() {
  const waiting: ((answer: WhoamiResult) => void)[] = []
  return {
    ask: () => new Promise<WhoamiResult>((resolve) => waiting.push(resolve)),
    answer: (answer: WhoamiResult) => waiting.shift()?.(answer),
    questions: () => waiting.length,
  }
}

describe('auth state', () => {
  it('starts unknown and follows the identity service', async () => {
    const store = createAuthStore(async () => present)
    expect(store.get()).toEqual({ kind: 'unknown' })
    await store.check()
    expect(store.get()).toEqual(present)
  })

  it('reports an anonymous visitor on 401, and an unreachable service when it cannot answer', async () => {
    const answers: WhoamiResult[] = [{ kind: 'anonymous' }, { kind: 'network' }]
    const store = createAuthStore(async () => answers.shift() ?? present)
    expect(await store.check()).toEqual({ kind: 'anonymous', because: 'no-session' })
    expect(await store.check()).toEqual({ kind: 'unreachable' })
    store.clear()
    expect(await store.check()).toEqual(present)
  })

  it('sends one request for simultaneous checks', async () => {
    const service = slowService()
    const store = createAuthStore(service.ask)
    const both = Promise.all([store.check(), store.check()])
    expect(service.questions()).toBe(1)
    service.answer(present)
    expect(await both).toEqual([present, present])
  })

  it('ignores an answer to a check started before the logout', async () => {
    const service = slowService()
    const store = createAuthStore(service.ask)
    const late = store.check()
    store.markLoggedOut()
    service.answer(present)
    await late
    expect(store.get()).toEqual({ kind: 'anonymous', because: 'logged-out' })
  })

  it('stops asking when the API keeps rejecting a session the service confirms', async () => {
    const store = createAuthStore(async () => present)
    const rounds: string[] = []
    for (let round = 0; round < 4; round += 1) {
      rounds.push((await store.check()).kind)
      store.rejectSession()
    }
    expect(rounds).toEqual(['person', 'person', 'person', 'unreachable'])
  })

  it('resets the count of rejections once the API accepts the session', async () => {
    const store = createAuthStore(async () => present)
    for (let round = 0; round < 6; round += 1) {
      expect((await store.check()).kind).toBe('person')
      store.confirmSession()
      store.rejectSession()
    }
  })

  it('notifies listeners until they unsubscribe', async () => {
    const store = createAuthStore(async () => present)
    const seen: string[] = []
    const leave = store.subscribe(() => seen.push(store.get().kind))
    await store.check()
    leave()
    store.clear()
    expect(seen).toEqual(['person'])
  })
})

const openWithSession = (data: object, config = {}) => {
  const network = stubNetwork({
    '/page-data/session': () => jsonResponse(200, data),
    [whoamiPath]: signedInReply('active'),
  })
  resetPage(config)
  earlyData.begin('/user')
  return network
}

describe('session that came with the page', () => {
  const identity = { id: 'ada', traits: { email: 'ada@example.com' }, metadata_public: { status: 'active' } }

  it('is used for the first check only', async () => {
    const network = openWithSession({ personId: 'ada', session: { identity }, answers: [] })
    expect(await auth.check()).toMatchObject({ kind: 'person', person: { id: 'ada', status: 'active' } })
    expect(network.to(whoamiPath)).toHaveLength(0)
    expect(await auth.check()).toMatchObject({ kind: 'person', person: { email: 'ada@example.com' } })
    expect(network.to(whoamiPath)).toHaveLength(1)
  })

  it('says that nobody is signed in, unless the identity service is another one', async () => {
    const nobody = { personId: null, session: null, answers: [] }
    const network = openWithSession(nobody)
    expect(await auth.check()).toEqual({ kind: 'anonymous', because: 'no-session' })
    expect(network.to(whoamiPath)).toHaveLength(0)
    const other = openWithSession(nobody, { identityUrl: 'http://localhost:3000/identity' })
    expect((await auth.check()).kind).toBe('person')
    expect(other.to(whoamiPath)).toHaveLength(1)
  })

  it('is not used if it could not be read', async () => {
    openWithSession({ personId: 'ada', session: { identity: {} }, answers: [] })
    expect((await auth.check()).kind).toBe('person')
  })
})
