import { describe, expect, it } from 'vitest'
import { findJsxTexts } from './jsx-texts.ts'

const textsIn = (jsx: string): string[] => findJsxTexts('Page.tsx', `const page = ${jsx}`).map(({ text }) => text)

describe('findJsxTexts', () => {
  it.each([
    ['<p>No nodes yet</p>', ['No nodes yet']],
    ['<>Hello, {name}!</>', ['Hello,']],
    ["<p>{'Save'}</p>", ['Save']],
    ["<p>{isOpen ? 'Close' : 'Open'}</p>", ['Close', 'Open']],
    ["<p>{isOpen && 'Close'}</p>", ['Close']],
    ["<p>{title ?? 'Untitled'}</p>", ['Untitled']],
    ['<p>{`${count} nodes`}</p>', ['nodes']],
    ["<p>{count + ' nodes'}</p>", ['nodes']],
    ['<button aria-label="Close panel" />', ['Close panel']],
    ["<button title={isOpen ? 'Close' : texts.open} />", ['Close']],
    ['<img alt={`Picture of ${name}`} />', ['Picture of']],
    ['<Field label="Email" placeholder="ann@example.com" />', ['Email', 'ann@example.com']],
    ['<Dialog confirmLabel="Delete" />', ['Delete']],
    ['<ul>{nodes.map((node) => <li>Node {node.id}</li>)}</ul>', ['Node']],
  ])('finds the text in %s', (jsx, expected) => {
    expect(textsIn(jsx)).toEqual(expected)
  })

  it.each([
    '<p>{texts.empty}</p>',
    '<p>{texts.count(3)} · 12 %</p>',
    '<p>&nbsp;{name}</p>',
    '<p className="hint" id="hint" data-state="open" />',
    '<button aria-label={texts.close} aria-labelledby="heading" />',
    "<p>{status === 'done' ? texts.done : texts.todo}</p>",
    "<p>{label(kind, 'done')}</p>",
    '<p>{/* A comment. */}</p>',
  ])('finds nothing in %s', (jsx) => {
    expect(textsIn(jsx)).toEqual([])
  })

  it('names the line of the text', () => {
    expect(findJsxTexts('Page.tsx', 'const a = 1\nconst page = <p>{a}</p>\nconst other = <p title="Hi" />')).toEqual([
      { line: 3, text: 'Hi' },
    ])
  })
})
