import { defineTexts, setTranslation } from '@espalier/domain'
import { render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { getLanguage, loadLanguage, setLanguage } from './language.ts'
import { lengthen } from './pseudo-locale.ts'
import { withElements } from './with-elements.tsx'

const texts = defineTexts('test', { hello: 'Hello', count: (count: number) => `${count} nodes` })

describe('Language of the page', () => {
  afterEach(() => {
    setTranslation(null)
    window.sessionStorage.clear()
    window.history.replaceState(null, '', '/')
    document.documentElement.lang = ''
  })

  it('is English unless the address asks for another language that exists', async () => {
    await loadLanguage()
    window.history.replaceState(null, '', '/?lang=tlh')
    await loadLanguage()
    expect(texts.hello).toBe('Hello')
    expect(document.documentElement.lang).not.toBe('tlh')
  })

  it('is the pseudo-locale with ?lang=xx-pseudo, also after the address has changed', async () => {
    window.history.replaceState(null, '', '/?lang=xx-pseudo')
    await loadLanguage()
    expect(texts.hello).toMatch(/^\[Hélló( ~)+\]$/)
    expect(texts.count(3)).toMatch(/^\[3 nódés( ~)+\]$/)
    setTranslation(null)
    window.history.replaceState(null, '', '/projects')
    await loadLanguage()
    expect(texts.hello).toContain('Hélló')
  })

  it('is known, so that a worker can use the same', async () => {
    await setLanguage('xx-pseudo')
    expect([getLanguage(), texts.hello]).toEqual(['xx-pseudo', expect.stringContaining('Hélló')])
    await setLanguage(null)
    expect([getLanguage(), texts.hello]).toEqual([null, 'Hello'])
  })
})

it('lengthens a text by a third and leaves the tags of elements alone', () => {
  expect(lengthen('<link>Go</link> on')).toMatch(/^\[<link>Gó<\/link> ón/)
  expect(lengthen('twenty letters long.').length).toBeGreaterThan(26)
})

it('puts elements into a sentence where its tags are', () => {
  const { container } = render(
    <p>
      {withElements('Read <b>this</b>, then <i>that</i>.', {
        b: (words) => <strong>{words}</strong>,
        i: (words) => <em>{words}</em>,
      })}
    </p>,
  )
  expect(container.innerHTML).toBe('<p>Read <strong>this</strong>, then <em>that</em>.</p>')
})

it('leaves tags alone that are part of a title in a sentence', () => {
  const { container } = render(
    <p>
      {withElements('<who>Ada</who> added “<constructor>Pear</constructor>”', {
        who: (name) => <strong>{name}</strong>,
      })}
    </p>,
  )
  expect(container.textContent).toBe('Ada added “<constructor>Pear</constructor>”')
})
