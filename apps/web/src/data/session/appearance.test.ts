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

  it.each([
    ['https://api.example.com/avatar/1', 'https://api.example.com/avatar/1'],
    ['/avatar/1', 'http://localhost:3000/avatar/1'],
    ['https://elsewhere.example/ada.png', null],
    ['javascript:alert(1)', null],
    ['http://[', null],
    [null, null],
  ])('has the picture %j shown as %j', (picture, shown) => {
    expect(pictureOf({ ...person, picture })).toBe(shown)
  })
})
