import { type Branch, limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { toClipboardPayload } from './clipboard-payload.ts'
import { pasteErrors, readPastedBranches } from './read-pasted.ts'

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
    const { text, html } = toClipboardPayload([branch])
    expect(text).toBe('- [x] A b $& "c"\n  - <i>')
    const page = new DOMParser().parseFromString(html, 'text/html')
    expect([...page.querySelectorAll('li')].map((one) => one.firstChild?.nodeValue)).toEqual(['A b $& "c"', '<i>'])
  })

  it('is everything for us', () => {
    expect(readPastedBranches(toClipboardPayload([branch]))).toEqual({ ok: true, value: [branch] })
  })

  it('is an outline where it comes from elsewhere, whatever its HTML says', () => {
    const pasted = readPastedBranches({
      text: '- a\n  - [x] b',
      html: '<ul><li><img src=x onerror=alert(1)>a</li></ul>',
    })
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
    expect(readPastedBranches(marked([hostile]))).toEqual({
      ok: true,
      value: [{ title: '<b>a</b>', body: '<p>b</p>', children: [] }],
    })
  })

  it.each([
    ['no list', { title: 'a' }, pasteErrors.unreadable],
    ['a number', [1], pasteErrors.unreadable],
    ['null', [null], pasteErrors.unreadable],
    ['no title', [{ children: [] }], pasteErrors.unreadable],
    ['a title that is no text', [{ title: ['a'] }], pasteErrors.unreadable],
    ['children that are no list', [{ title: 'a', children: 'b' }], pasteErrors.unreadable],
    ['a title without end', [{ title: 'a'.repeat(limits.paste.titleCharacters + 1) }], pasteErrors.tooLong],
    ['a chain without end', deep(limits.chainNodes + 1), pasteErrors.tooMuch],
    ['nodes without end', Array.from({ length: limits.paste.nodes + 1 }, () => ({ title: 'a' })), pasteErrors.tooMuch],
    ['a page without end', [{ title: 'a', body: 'b'.repeat(limits.paste.characters) }], pasteErrors.tooLong],
  ])('is refused: %s', (_name, value, reason) => {
    expect(readPastedBranches(marked(value))).toEqual({ ok: false, reason })
  })

  it('is refused where it is no JSON', () => {
    const html = '<p data-espalier-branches="[{">a</p>'
    expect(readPastedBranches({ text: 'a', html })).toEqual({ ok: false, reason: pasteErrors.unreadable })
  })

  it('cannot reach what all objects share', () => {
    const html =
      '<p data-espalier-branches="[{&quot;title&quot;:&quot;a&quot;,&quot;__proto__&quot;:{&quot;status&quot;:&quot;done&quot;}}]"></p>'
    expect(readPastedBranches({ text: '', html })).toEqual({ ok: true, value: [{ title: 'a', children: [] }] })
    expect('status' in {}).toBe(false)
  })
})

describe('words without end', () => {
  it.each([
    ['too many lines', 'a\n'.repeat(limits.paste.nodes + 1), pasteErrors.tooMuch],
    ['too long a line', 'a'.repeat(limits.paste.titleCharacters + 1), pasteErrors.tooLong],
    ['too long a text', '\n'.repeat(limits.paste.characters + 1), pasteErrors.tooLong],
  ])('are refused: %s', (_name, text, reason) => {
    expect(readPastedBranches({ text, html: '' })).toEqual({ ok: false, reason })
  })
})
