import { describe, expect, it } from 'vitest'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { readMarkdown, writeMarkdown } from './markdown.ts'

const read = (text: string): InterchangeProject => {
  const result = readMarkdown(text)
  if (!result.ok) throw new Error(result.reason.text)
  return result.value
}

/** Titles, indented by their depth. */
const readTitles = (text: string): readonly string[] =>
  Array.from(buildParentIndex(read(text)).walk(), ({ node, depth }) => `${'  '.repeat(depth)}${node.title}`)

const readTitle = (markdown: string): string | undefined => read(`- ${markdown}\n`).nodes[0]?.title
const readDescription = (markdown: string): string | undefined =>
  read(`# a\n\n- b\n\n${markdown.replaceAll(/^(?=.)/gmu, '  ')}\n`).nodes.find(({ title }) => title === 'b')?.body

const link = (words: string, href = 'https://a.b') => `<a href="${href}" rel="noopener noreferrer">${words}</a>`

describe('Markdown inside a title', () => {
  it.each([
    ['***a***', '<em><strong>a</strong></em>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['*a **b***', '<em>a <strong>b</strong></em>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['~~gone~~ ~kept~', '<s>gone</s> ~kept~'],
    ['`` a`b ``', '<code>a`b</code>'],
    ['`<b>`', '<code>&lt;b&gt;</code>'],
    ['caf&eacute; &copy; &#8364;', 'caf\u00e9 \u00a9 \u20ac'],
    ['<ann@example.org>', link('ann@example.org', 'mailto:ann@example.org')],
    ['![a tree](https://a.b)', link('a tree')],
    ["[a](https://a.b 'title')", link('a')],
    ['[a](https://a.b/c_(d))', link('a', 'https://a.b/c_(d)')],
    ['[a](javascript:alert)', 'a'],
    ['a <!-- hidden --> b', 'a  b'],
    ['# 1 <u>of</u> <Button> and Vector<int>', '# 1 <u>of</u> &lt;Button&gt; and Vector&lt;int&gt;'],
    ['a <b>never closed', 'a &lt;b&gt;never closed'],
    ['[a][]: not defined', '[a][]: not defined'],
  ])('%s is read as CommonMark reads it', (markdown, html) => expect(readTitle(markdown)).toBe(html))
})

describe('Markdown inside a description', () => {
  it.each([
    ['a hard break', 'one\\\ntwo', '<p>one<br>two</p>'],
    ['a break by two spaces', 'one  \ntwo', '<p>one<br>two</p>'],
    ['lines of one paragraph', 'one\ntwo', '<p>one two</p>'],
    ['code by indentation', '    x = 1\n      y', '<pre>x = 1\n  y</pre>'],
    ['code with a fence inside', '````\n```\na\n```\n````', '<pre>```\na\n```</pre>'],
    ['code that holds the start of another fence', '```\n```js\n```', '<pre>```js</pre>'],
    ['a table', '| a | **b** |\n|---|---|\n| c | d |', '<p>a | <strong>b</strong></p><p>c | d</p>'],
    ['tasks', '> - [x] a\n> - [ ] b', '<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>'],
    ['lists of both kinds', '> 1. a\n>    - b\n> 2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    ['an item of two paragraphs', '> - a\n>\n>   b', '<ul><li>a<br>b</li></ul>'],
    ['a quotation that goes on without its sign', '> > a\n> b', '<blockquote>a b</blockquote>'],
    ['a heading inside a quotation', '> ### a #', '<h2>a</h2>'],
  ])('%s is read', (_name, markdown, html) => expect(readDescription(markdown)).toBe(html))
})

describe('the outline of a Markdown file', () => {
  it('reads underlined headings', () => {
    expect(readTitles('Plan\n====\n\nFirst\n-----\n\n- a\n\nSecond\npart\n---\n')).toEqual([
      'Plan',
      '  First',
      '    a',
      '  Second part',
    ])
  })

  it('takes a rule between items for a rule', () => {
    expect(readTitles('- a\n---\n- b\n\n---\n\n- c\n')).toEqual(['Imported project', '  a', '  b', '  c'])
  })

  it('finds the address of a link by its label, wherever it is defined', () => {
    const project = read('# a\n\n- see [the site][Home]\n\n  and [home]\n\n[home]: https://a.b "Home"\n')
    expect(project.nodes.find(({ title }) => title.startsWith('see'))).toMatchObject({
      title: `see ${link('the site')}`,
      body: `<p>and ${link('home')}</p>`,
    })
  })

  it('leaves out what a comment of several lines hides, and nothing where it is never closed', () => {
    expect(readTitles('- a\n<!--\n- b\n-->\n- c\n')).toEqual(['Imported project', '  a', '  c'])
    expect(readTitles('- a\n\n<!--\n- b\n')).toEqual(['Imported project', '  a', '  b'])
  })

  it('keeps the words of a text that is made to be slow', () => {
    const title = '*_'.repeat(2_000)
    expect(readTitle(title)).toBe(title)
    expect(readDescription(`${'> '.repeat(100)}a`)).toBe(`<p>${'&gt; '.repeat(99)}a</p>`)
  })
})

it('writes a line of dashes so that it is no rule', () => {
  const nodes = read('- a\n').nodes.map((node) => ({ ...node, body: '<p>--- ---</p><p>_ _ _</p><p>==</p>' }))
  expect(read(writeMarkdown({ title: 'b', body: '', nodes })).nodes[0]?.body).toBe(nodes[0]?.body)
})
