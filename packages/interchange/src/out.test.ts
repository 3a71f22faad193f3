import { describe, expect, it } from 'vitest'
import { detectFormat, formatReaders, formatWriters } from './files.ts'
import { findFormat, formats } from './format-table.ts'
import { fromBranches, toBranches } from './formats/branches.ts'
import { writeCsv } from './formats/csv.ts'
import { writeMermaid } from './formats/mermaid.ts'
import type { InterchangeNode, InterchangeProject } from './model/project.ts'

const node = (
  id: string,
  title: string,
  parentIds: readonly string[] = [],
  more: Partial<InterchangeNode> = {},
): InterchangeNode => ({
  id,
  parentIds,
  title,
  body: '',
  status: 'todo',
  position: 1,
  hideChildren: false,
  ...more,
})
const project = (...nodes: readonly InterchangeNode[]): InterchangeProject => ({
  title: 'A "plan" <b>',
  body: '',
  nodes,
})

const bytes = (text: string) => new TextEncoder().encode(text)

describe('Mermaid export', () => {
  it('writes a mindmap with quoted and escaped labels', () => {
    const nodes = [
      node('a', '<b>Goal</b> &amp; "more"'),
      node('b', 'x[y] `z` #1; &lt;i&gt;', ['a']),
      node('c', '', ['a']),
    ]
    expect(writeMermaid(project(...nodes))).toBe(
      'mindmap\n  n1["Goal #38; #34;more#34;"]\n    n2["x[y] #96;z#96; #35;1; #60;i#62;"]\n    n3["#8203;"]\n',
    )
  })

  it('always writes one root', () => {
    expect(writeMermaid(project(node('a', 'a'), node('b', 'b')))).toBe(
      'mindmap\n  n0["A #34;plan#34; #60;b#62;"]\n    n1["a"]\n    n2["b"]\n',
    )
    expect(writeMermaid(project())).toBe('mindmap\n  n0["A #34;plan#34; #60;b#62;"]\n')
  })
})

describe('CSV export', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '=HYPERLINK("http://x","y")',
    '\n=1+1',
    '\r=1+1',
    '\t=1+1',
    '\t1',
    ' =1+1',
    '\u200b=1+1',
    '\uff1d1+1',
    '\uff0b1',
    '\uff0d1',
    '\uff20sum',
    '\n\uff1d1',
  ])('never begins a cell as a formula: %j', (title) => {
    const [, row = ''] = writeCsv(project(node('a', title))).split('\r\n')
    const [, , cell = ''] = row.split(',')
    expect(cell.replace(/^"/u, '').startsWith("'")).toBe(true)
  })

  it.each(['a=b', 'word', '5 - 3', '\u6f22'])('does not change a cell that is no formula: %j', (title) => {
    const [, row = ''] = writeCsv(project(node('a', title))).split('\r\n')
    expect(row.split(',')[2]).toBe(title)
  })

  it('quotes cells and writes one row per node', () => {
    const nodes = [
      node('a', 'one, &quot;two&quot;', [], { body: '<p>b</p><p>c</p>', status: 'done', backgroundColor: '#bbffd8' }),
      node('b', 'b', ['a'], { projectLink: 'p' }),
    ]
    expect(writeCsv(project(...nodes))).toBe(
      '\ufeffId,Level,Title,Status,Description,Parents,Color,Linked project,Assignees,Start date,Due date,Estimate,Priority,Tags,Stage,Blocked by\r\n' +
        'a,1,"one, ""two""",done,"b\nc",,#bbffd8,,,,,,,,,\r\n' +
        'b,2,b,todo,,a,,p,,,,,,,,\r\n',
    )
  })
})

describe('format detection', () => {
  it.each([
    ['a.xmind', new Uint8Array([0x50, 0x4b, 3, 4]), 'xmind'],
    ['a.md', new Uint8Array([0x50, 0x4b, 3, 4]), 'xmind'],
    ['a.xml', bytes('<?xml version="1.0"?>\n<!-- c -->\n<opml version="2.0">'), 'opml'],
    ['a', bytes('<map version="1.0.1">'), 'freemind'],
    ['a.mm', bytes(''), 'freemind'],
    ['A.JSON', bytes('{}'), 'espalier'],
    ['a.markdown', bytes('# a'), 'markdown'],
    ['a.txt', bytes('a'), 'text'],
    ['a.html', bytes('<html>'), null],
    ['a.md', new Uint8Array([65, 65, 0, 1]), null],
    ['a.xml', bytes('<!-->'.repeat(200)), null],
  ])('%s', (name, first, format) => expect(detectFormat(name, first)).toBe(format))
})

describe('table of formats', () => {
  it('has a reader and a writer for every promised format', () => {
    const pictures = ['svg', 'png', 'pdf']
    expect(Object.keys(formatReaders).toSorted()).toEqual(
      formats
        .filter(({ canRead }) => canRead)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect([...Object.keys(formatWriters), ...pictures].toSorted()).toEqual(formats.map(({ id }) => id).toSorted())
    expect(findFormat('opml').extension).toBe('.opml')
  })
})

describe('branches', () => {
  it('converts branches to a project and back', () => {
    const branches = [
      {
        title: 'a',
        body: '<p>b</p>',
        status: 'done' as const,
        hideChildren: true,
        children: [{ title: 'c', status: 'todo' as const, children: [] }],
      },
      { title: 'd', status: 'todo' as const, backgroundColor: '#bbffd8', children: [] },
    ]
    const made = fromBranches('Plan', branches)
    expect(made.ok && made.value.title).toBe('Plan')
    expect(made.ok && toBranches(made.value)).toEqual(branches)
  })

  it('refuses branches that are too deep', () => {
    let deep = { title: 'a', children: [] as { title: string; children: never[] }[] }
    for (let level = 0; level < 1_000; level += 1) deep = { title: 'a', children: [deep as never] }
    const made = fromBranches('Plan', [deep])
    expect(made.ok ? 'taken' : made.reason.code).toBe('too-deep')
  })
})
