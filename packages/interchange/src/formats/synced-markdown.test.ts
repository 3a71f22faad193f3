import { noDefinitions } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import type { InterchangeNode } from '../model/project.ts'
import { readMarkdown } from './markdown.ts'
import { readSyncedMarkdown, type SyncedFile, writeSyncedMarkdown } from './synced-markdown.ts'

const [rootId, pearId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

const node = (id: string, title: string, more: Partial<InterchangeNode> = {}): InterchangeNode => ({
  id,
  parentIds: id === rootId ? [] : [rootId],
  title,
  body: '',
  status: 'todo',
  position: 5_000,
  hideChildren: false,
  ...more,
})

const read = (text: string): SyncedFile => {
  const result = readSyncedMarkdown(text, { lists: noDefinitions, people: [], hasHeading: true, formerTitles: [] })
  if (!result.ok) throw new Error(result.reason.text)
  return result.value
}

const write = (nodes: readonly InterchangeNode[], more: Partial<SyncedFile> = {}): string =>
  writeSyncedMarkdown({
    project: { title: 'Orchard', body: '', nodes },
    heading: 'Orchard',
    preamble: [],
    conflicts: new Map(),
    ...more,
  })

describe('Markdown with the ids of nodes', () => {
  it.each([
    'Pears',
    'call @bob',
    'see #1 and #tag',
    '!high',
    'due:2026-12-01',
    'after:Orchard',
    'stage:Review',
    'a &lt;!-- b --&gt; c',
    '<strong>bold</strong> <em>words</em>',
    '- [x] a list in a title',
    `&lt;!-- ${rootId} --&gt;`,
    '&lt;!-- conflict title: "x" --&gt;',
    '',
  ])('keeps the title %j and its id', (title) => {
    const nodes = [node(rootId, 'Orchard'), node(pearId, title, { body: '<p>One</p><p>&lt;!-- two --&gt;</p>' })]
    const { project, conflicts } = read(write(nodes))
    expect(project.nodes.map(({ id, title: words, body }) => ({ id, title: words, body }))).toEqual(
      nodes.map(({ id, title: words, body }) => ({ id, title: words, body })),
    )
    expect(conflicts.size).toBe(0)
  })

  it('keeps conflicts with any text, and lines that belong to the file alone', () => {
    const conflicts = new Map([
      [
        pearId,
        [
          { field: 'title', text: 'a "b" --> \\ c' },
          { field: 'body', text: 'one\n\n- two' },
        ],
      ],
    ])
    const preamble = ['My own *words*.', '', '<!-- mine -->']
    const file = read(write([node(rootId, 'Orchard'), node(pearId, 'Pears')], { conflicts, preamble }))
    expect(file.conflicts).toEqual(conflicts)
    expect(file.preamble).toEqual(preamble)
    expect(file.project.nodes.map(({ title }) => title)).toEqual(['Orchard', 'Pears'])
  })

  it('reads a second line with the same id as a copy', () => {
    const line = `- [ ] Pears <!-- ${pearId} -->`
    expect(read(`${line}\n${line}\n`).project.nodes.map(({ id }) => id)).toEqual([pearId, 'n2'])
  })

  it('reads fields before an id and after it', () => {
    const [first, second] = read(`- [x] a ~2d !high <!-- ${pearId} -->\n- b <!-- ${rootId} --> !low\n`).project.nodes
    expect(first).toMatchObject({ title: 'a', status: 'done', priority: 'high' })
    expect(second).toMatchObject({ id: rootId, title: 'b', priority: 'low' })
  })

  it('imports a synced file like any other Markdown, without the comments', () => {
    const result = readMarkdown(write([node(rootId, 'Orchard'), node(pearId, 'Pears', { priority: 'high' })]))
    expect(result.ok && result.value.nodes.map(({ title }) => title)).toEqual(['Orchard', 'Pears'])
    expect(result.ok && result.value.nodes[1]?.priority).toBe('high')
  })
})
