import { beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../testing/network.ts'
import { nameOf, pictureOf } from './appearance.ts'

const person = { id: '1', email: 'ada@example.com', firstname: 'Ada', lastname: '', picture: null, status: null }

describe('how a person appears', () => {
  beforeEach(() => openPage({ apiUrl: 'https://api.example.com' }))

  it('is by name, else by e-mail address', () => {
    expect(nameOf({ ...person, lastname: 'Byron' })).toBe('Ada Byron')
    expect(nameOf(person)).toBe('Ada')
    expect(nameOf({ ...person, firstname: ' ' })).toBe('ada@example.com')
  })

  it('is drawn by our own server, wherever the picture lies', () => {
    const elsewhere = { ...person, id: 'a/b', picture: 'https://elsewhere.example/ada.png' }
    expect(pictureOf(elsewhere)).toBe('https://api.example.com/avatar/a%2Fb')
  })
})
