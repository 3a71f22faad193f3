import { afterEach, describe, expect, it } from 'vitest'
import { defineTexts, setTranslation, type Text } from './texts.ts'

const texts = defineTexts('greeting', {
  hello: 'Hello',
  welcome: (name: string) => `Welcome, ${name}`,
  weekday: { monday: 'Monday' },
})

const shout = (path: string, english: Text): Text =>
  typeof english === 'string'
    ? `${path}: ${english.toUpperCase()}`
    : (...values: never[]) => `${path}: ${english(...values).toUpperCase()}`

describe('Texts of an area', () => {
  afterEach(() => setTranslation(null))

  it('are English without a translation', () => {
    expect([texts.hello, texts.welcome('Anna'), texts.weekday.monday]).toEqual(['Hello', 'Welcome, Anna', 'Monday'])
  })

  it('are read in the language that is set at that moment, with their path', () => {
    setTranslation(shout)
    expect([texts.hello, texts.welcome('Anna'), texts.weekday.monday]).toEqual([
      'greeting.hello: HELLO',
      'greeting.welcome: WELCOME, ANNA',
      'greeting.weekday.monday: MONDAY',
    ])
    setTranslation(null)
    expect(texts.hello).toBe('Hello')
  })

  it('can be listed like a plain object', () => {
    expect(Object.keys(texts)).toEqual(['hello', 'welcome', 'weekday'])
  })
})
