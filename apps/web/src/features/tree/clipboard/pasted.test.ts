import { type Branch, limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { carriedOf } from './carried.ts'
import { pastedFrom } from './pasted.ts'
import { pasteTexts } from './paste-texts.ts'

const branch: Branch = {
  title: '<p>A <strong>b</strong> $&amp; "c"</p>',
  body: '<p>More &amp; more</p>',
  status: 'done',
  backgroundColor: '#bbffd8',
  hideChildren: true,
  children: [{ title: '&lt;i&gt;', children: [] }],
}

const marked = (value: unknown): { text: string; html: string } => {
  const holder = document.createElement('p')
  holder.setAttribute('data-espalier-branches', JSON.stringify(value))
  return { text: '- words', html: holder.outerHTML }
}

describe('what the clipboard carries', () => {
  it('is a list for others', () => {
    const { text, html } = carriedOf([branch])
    expect(text).toBe('- [x] A b $& "c"\n  - <i>')
    const page = new DOMParser().parseFromString(html, 'text/html')
    expect([...page.querySelectorAll('li')].map((one) => one.firstChild?.nodeValue)).toEqual(['A b $& "c"', '<i>'])
  })

  it('is everything for us', () => {
    expect(pastedFrom(carriedOf([branch]))).toEqual({ ok: true, value: [branch] })
  })

  it('is an outline where it comes from elsewhere, whatever its HTML says', () => {
    const pasted = pastedFrom({ text: '- a\n  - [x] b', html: '<ul><li><img src=x onerror=alert(1)>a</li></ul>' })
    expect(pasted).toEqual({
      ok: true,
      value: [{ title: 'a', children: [{ title: 'b', status: 'done', children: [] }] }],
    })
  })
})

const deep = (levels: number) => {
  let inner: object[] = []
  for (let level = 0; level < levels; level += 1) inner = [{ title: 'a', children: inner }]
  return inner
}

describe('a clipboard that only says it is ours', () => {
  it('is sanitised, and what is not known is left out', () => {
    const hostile = {
      title: '<img src=x onerror=alert(1)><b>a</b>',
      body: '<script>alert(1)</script><p onclick="x()">b</p>',
      status: 'evil',
      backgroundColor: 'url(//evil)',
      hideChildren: 'yes',
      id: 'stolen',
    }
    expect(pastedFrom(marked([hostile]))).toEqual({
      ok: true,
      value: [{ title: '<b>a</b>', body: '<p>b</p>', children: [] }],
    })
  })

  it.each([
    ['no list', { title: 'a' }, pasteTexts.unreadable],
    ['a number', [1], pasteTexts.unreadable],
    ['null', [null], pasteTexts.unreadable],
    ['no title', [{ children: [] }], pasteTexts.unreadable],
    ['a title that is no text', [{ title: ['a'] }], pasteTexts.unreadable],
    ['children that are no list', [{ title: 'a', children: 'b' }], pasteTexts.unreadable],
    ['a title without end', [{ title: 'a'.repeat(limits.paste.titleCharacters + 1) }], pasteTexts.tooLong],
    ['a chain without end', deep(limits.chainNodes + 1), pasteTexts.tooMuch],
    ['nodes without end', Array.from({ length: limits.paste.nodes + 1 }, () => ({ title: 'a' })), pasteTexts.tooMuch],
    ['a page without end', [{ title: 'a', body: 'b'.repeat(limits.paste.characters) }], pasteTexts.tooLong],
  ])('is refused: %s', (_name, value, reason) => {
    expect(pastedFrom(marked(value))).toEqual({ ok: false, reason })
  })

  it('is refused where it is no JSON', () => {
    const html = '<p data-espalier-branches="[{">a</p>'
    expect(pastedFrom({ text: 'a', html })).toEqual({ ok: false, reason: pasteTexts.unreadable })
  })

  it('cannot reach what all objects share', () => {
    const html =
      '<p data-espalier-branches="[{&quot;title&quot;:&quot;a&quot;,&quot;__proto__&quot;:{&quot;status&quot;:&quot;done&quot;}}]"></p>'
    expect(pastedFrom({ text: '', html })).toEqual({ ok: true, value: [{ title: 'a', children: [] }] })
    expect('status' in {}).toBe(false)
  })
})

describe('words without end', () => {
  it.each([
    ['too many lines', 'a\n'.repeat(limits.paste.nodes + 1), pasteTexts.tooMuch],
    ['too long a line', 'a'.repeat(limits.paste.titleCharacters + 1), pasteTexts.tooLong],
    ['too long a text', '\n'.repeat(limits.paste.characters + 1), pasteTexts.tooLong],
  ])('are refused: %s', (_name, text, reason) => {
    expect(pastedFrom({ text, html: '' })).toEqual({ ok: false, reason })
  })
})
