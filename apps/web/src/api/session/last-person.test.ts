import { afterEach, describe, expect, it } from 'vitest'
import type { WhoamiResult } from '../identity/whoami.ts'
import { lastPerson } from './last-person.ts'
import { createAuthStore } from './session.ts'

const ada = { id: 'ada', email: 'ada@example.com', firstname: 'Ada', lastname: '', picture: null, status: null }
const bob = { ...ada, id: 'bob', email: 'bob@example.com' }
const setCookie = (id: string, age = 60) => (document.cookie = `espalier_person=${id}; Path=/; Max-Age=${age}`)

afterEach(() => {
  setCookie('', 0)
  window.localStorage.clear()
})

describe('last person of this browser', () => {
  it('counts before any answer only as long as the cookie of the session names the same person', () => {
    setCookie('ada')
    lastPerson.write(ada)
    expect(lastPerson.readSignedIn()).toEqual(ada)
    setCookie('bob')
    expect([lastPerson.readSignedIn(), lastPerson.readOffline()]).toEqual([null, null])
    setCookie('', 0)
    expect([lastPerson.readSignedIn(), lastPerson.readOffline()]).toEqual([null, null])
  })

  it('counts only without a network where the page cannot read the cookie', () => {
    lastPerson.write(ada)
    expect([lastPerson.readSignedIn(), lastPerson.readOffline()]).toEqual([null, ada])
  })

  it('counts no more after leaving, and the cookie is gone', () => {
    setCookie('ada')
    lastPerson.write(ada)
    lastPerson.markLeft()
    setCookie('ada')
    expect([lastPerson.readSignedIn(), lastPerson.readOffline(), lastPerson.wasHere()]).toEqual([null, null, true])
    lastPerson.forget()
    expect(lastPerson.wasHere()).toBe(false)
  })

  it('remembers the account of the same person only', () => {
    lastPerson.write(ada)
    lastPerson.writeAccount('bob', { id: 'b' })
    lastPerson.writeAccount('ada', { id: 'a' })
    lastPerson.write(ada)
    expect([lastPerson.readAccount('ada'), lastPerson.readAccount('bob')]).toEqual([{ id: 'a' }, undefined])
    lastPerson.write(bob)
    expect(lastPerson.readAccount('bob')).toBeUndefined()
  })

  it.each(['', 'left', '{', '[]', '{"person":1}', '{"person":{"id":1}}'])('is nobody when %j is stored', (text) => {
    window.localStorage.setItem('last-person', text)
    expect(lastPerson.readOffline()).toBeNull()
  })
})

describe('auth state with a remembered person', () => {
  const away: WhoamiResult = { kind: 'network' }
  const remembered = { kind: 'person', person: ada, isRemembered: true }
  function open(...answers: WhoamiResult[]) {
    return createAuthStore(async () => answers.shift() ?? away, lastPerson)
  }

  it('starts with the remembered person, and the server confirms or corrects it', async () => {
    setCookie('ada')
    lastPerson.write(ada)
    const store = open({ kind: 'person', person: ada })
    expect(store.get()).toEqual(remembered)
    await store.check()
    expect(store.get()).toEqual({ kind: 'person', person: ada })
    const other = open({ kind: 'person', person: bob })
    await other.check()
    expect(other.get()).toEqual({ kind: 'person', person: bob })
    const nobody = open({ kind: 'anonymous' })
    await nobody.check()
    expect(nobody.get()).toEqual({ kind: 'anonymous', because: 'no-session' })
  })

  it('keeps the remembered person without a network, and asks again once the API answers', async () => {
    lastPerson.write(ada)
    const store = open(away, { kind: 'person', person: ada })
    expect(store.get()).toEqual({ kind: 'unknown' })
    await store.check()
    expect(store.get()).toEqual(remembered)
    store.confirmSession()
    await store.check()
    expect(store.get()).toEqual({ kind: 'person', person: ada })
  })

  it('does not trust the browser after the server has rejected the session', async () => {
    setCookie('ada')
    lastPerson.write(ada)
    const store = open(away)
    store.rejectSession()
    expect(await store.check()).toEqual({ kind: 'unreachable' })
  })
})
