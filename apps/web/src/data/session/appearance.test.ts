import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import { formatPersonName, personPictureUrl } from './appearance.ts'

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
