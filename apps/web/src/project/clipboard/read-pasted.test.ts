import { type Branch, exchangeLimits, limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { toClipboardPayload } from './clipboard-payload.ts'
import { readPastedBranches } from './read-pasted.ts'

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

describe('clipboard payload', () => {
  it('carries a list for other programs', () => {
    const { text, html } = toClipboardPayload([branch])
    expect(text).toBe('- [x] A b $& "c"\n  - <i>')
    const page = new DOMParser().parseFromString(html, 'text/html')
    expect([...page.querySelectorAll('li')].map((one) => one.firstChild?.nodeValue)).toEqual(['A b $& "c"', '<i>'])
  })

  it('carries complete branches for our own', () => {
    expect(readPastedBranches(toClipboardPayload([branch]))).toEqual({ ok: true, value: [branch] })
  })

  it('reads foreign content as an outline and ignores its HTML', () => {
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

describe('branches of another project', () => {
  const colour = '#bbffd8'
  const source = {
    tags: [
      { id: 'a', name: 'Bug', colour },
      { id: 'b', name: 'Only here', colour },
    ],
    stages: [{ id: 'c', name: 'Doing', category: 'progress' as const, colour, counts: true }],
    fieldDefinitions: [
      { id: 'd', name: 'Budget', type: 'number' as const, options: [] },
      { id: 'e', name: 'Kind', type: 'text' as const, options: [] },
    ],
  }
  const target = {
    tags: [{ id: 'x', name: 'Bug', colour }],
    stages: [{ id: 'y', name: 'Doing', category: 'progress' as const, colour, counts: true }],
    fieldDefinitions: [
      { id: 'z', name: 'Budget', type: 'number' as const, options: [] },
      { id: 'w', name: 'Kind', type: 'date' as const, options: [] },
    ],
    owner: 'ada',
    sharing: { generalAccess: 'restricted' as const, users: { bob: 'editor' as const } },
  }

  it('get the tags, stages, own fields and people of the same name, and lose those that are missing', () => {
    const planned: Branch = {
      title: 'a',
      status: 'progress',
      tagIds: ['b', 'a'],
      stageId: 'c',
      fields: { d: 5, e: 'pear' },
      assigneeIds: ['eve', 'bob'],
      dueDate: '2026-12-01',
      estimate: 2,
      priority: 'high',
      children: [{ title: 'b', tagIds: ['b'], children: [] }],
    }
    expect(readPastedBranches(toClipboardPayload([planned], source), target)).toEqual({
      ok: true,
      value: [
        {
          ...planned,
          tagIds: ['x'],
          stageId: 'y',
          fields: { z: 5 },
          assigneeIds: ['bob'],
          children: [{ title: 'b', children: [] }],
        },
      ],
    })
  })
})

const deep = (levels: number) => {
  let inner: object[] = []
  for (let level = 0; level < levels; level += 1) inner = [{ title: 'a', children: inner }]
  return inner
}

describe('forged clipboard', () => {
  it('sanitizes forged branches and drops unknown values', () => {
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
    ['no list', { title: 'a' }, 'unreadable'],
    ['a number', [1], 'unreadable'],
    ['null', [null], 'unreadable'],
    ['no title', [{ children: [] }], 'unreadable'],
    ['a title that is not text', [{ title: ['a'] }], 'unreadable'],
    ['children that are not a list', [{ title: 'a', children: 'b' }], 'unreadable'],
    ['a title that is too long', [{ title: 'a'.repeat(exchangeLimits.paste.titleCharacters + 1) }], 'tooLong'],
    ['a chain that is too deep', deep(limits.chainNodes + 1), 'tooMuch'],
    ['too many nodes', Array.from({ length: exchangeLimits.paste.nodes + 1 }, () => ({ title: 'a' })), 'tooMuch'],
    ['too much markup', [{ title: 'a', body: 'b'.repeat(exchangeLimits.paste.characters) }], 'tooLong'],
  ])('rejects a forged clipboard: %s', (_name, value, reason) => {
    expect(readPastedBranches(marked(value))).toEqual({ ok: false, reason })
  })

  it('rejects branches that are not JSON', () => {
    const html = '<p data-espalier-branches="[{">a</p>'
    expect(readPastedBranches({ text: 'a', html })).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('does not pollute the object prototype', () => {
    const html =
      '<p data-espalier-branches="[{&quot;title&quot;:&quot;a&quot;,&quot;__proto__&quot;:{&quot;status&quot;:&quot;done&quot;}}]"></p>'
    expect(readPastedBranches({ text: '', html })).toEqual({ ok: true, value: [{ title: 'a', children: [] }] })
    expect('status' in {}).toBe(false)
  })
})

describe('oversized text', () => {
  it.each([
    ['too many lines', 'a\n'.repeat(exchangeLimits.paste.nodes + 1), 'tooMuch'],
    ['too long a line', 'a'.repeat(exchangeLimits.paste.titleCharacters + 1), 'tooLong'],
    ['too long a text', '\n'.repeat(exchangeLimits.paste.characters + 1), 'tooLong'],
  ])('rejects oversized text: %s', (_name, text, reason) => {
    expect(readPastedBranches({ text, html: '' })).toEqual({ ok: false, reason })
  })
})
