import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from './files.ts'
import { buildParentIndex, type InterchangeProject } from './model/project.ts'

const fixture = (name: string): Uint8Array => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

const readImported = (name: string, bytes: Uint8Array = fixture(name)): InterchangeProject => {
  const result = readProjectFile(name, bytes)
  if (!result.ok) throw new Error(result.reason.text)
  return result.value
}

/** One line per node: indent, title, status, folds, color, additional parents, description. */
function drawn(project: InterchangeProject): readonly string[] {
  const family = buildParentIndex(project)
  return Array.from(family.walk(), ({ node, depth }) =>
    [
      `${'  '.repeat(depth)}${node.title}`,
      node.status === 'todo' ? '' : `[${node.status}]`,
      node.hideChildren ? '[folded]' : '',
      node.backgroundColor ?? '',
      ...family.extraParents(node).map(({ title }) => `also under ${title}`),
      node.body,
    ]
      .filter((part) => part !== '')
      .join(' | '),
  )
}

describe('files of other programs', () => {
  it('reads a FreeMind file', () => {
    const project = readImported('freemind.mm')
    expect(project.title).toBe('freemind')
    expect(drawn(project)).toEqual([
      'Summer f\u00eate',
      '  Food &amp; drink | [done] | #ffbbe2 | <p>Ask the <b>baker</b></p><p>before May</p>',
      '    Cake | [folded]',
      '      Flour',
      '  Music in <i>two</i> parts',
      '    Band\nfrom town | also under Cake',
    ])
  })

  it('reads a Freeplane file', () => {
    expect(drawn(readImported('freeplane.mm'))).toEqual([
      'Release',
      '  Write the notes | [progress] | #bbffd8 | <p>Short</p><ul><li>one</li><li>two</li></ul>',
      '    Proofread | [done]',
      '  Tag it | <p>first line</p><p>second line</p>',
    ])
  })

  it('reads a Workflowy OPML file', () => {
    expect(drawn(readImported('workflowy.opml'))).toEqual([
      'workflowy',
      '  Trip | <p>Pack <b>early</b></p><p>Second line</p>',
      '    Tickets &amp; seats | [done]',
      '    Hotel with <i>view</i>',
      '      a &lt; b',
      '  Home',
    ])
  })

  it('reads a Workflowy text file', () => {
    expect(drawn(readImported('workflowy.txt'))).toEqual([
      'Trip | <p>Pack early</p><p>Second line</p>',
      '  Tickets &amp; seats | [done] | <p>one line</p>',
      '  Hotel &lt;i&gt;',
      '    a &lt; b',
      'Home',
    ])
  })

  it('reads Markdown with headings, lists and paragraphs', () => {
    const project = readImported('notes.md')
    expect(project.title).toBe('Garden')
    expect(project.body).toBe(
      '<p>What <em>we</em> want by <a href="https://example.org/a" rel="noopener noreferrer">autumn</a>.</p>',
    )
    expect(drawn(project)).toEqual([
      'Garden',
      '  Beds | <p>Sunny side first.</p>',
      '    Dig <strong>deep</strong> | [done]',
      '    Plant goes on | <p>A paragraph of its own.</p>',
      '      Roses | [progress]',
      '      Tulips | [progress]',
      '  Shed | <pre>- not a node</pre>',
      '    Paint',
    ])
  })

  it('reads a file of XMind since 2020', () => {
    const project = readImported(
      'launch.xmind',
      zipSync({ 'content.json': fixture('xmind-2020.json'), 'metadata.json': strToU8('{}') }),
    )
    expect(project.title).toBe('launch')
    expect(drawn(project)).toEqual([
      'Launch',
      '  Site | [done] | [folded] | <p>Two <strong>lines</strong></p><p>of notes</p>',
      '    Copy\nand art | also under Press &lt;list&gt;',
      '  Press &lt;list&gt; | [progress] | #bbc0ff | <p>plain only</p>',
      'Floating',
    ])
  })

  it('reads an XMind 8 file', () => {
    expect(drawn(readImported('launch.xmind', zipSync({ 'content.xml': fixture('xmind-8.xml') })))).toEqual([
      'Launch',
      '  Site &amp; shop | [done] | [folded] | <p>Two lines</p><p>of notes</p>',
      '    Copy | also under Press',
      '  Press | [progress]',
      'Floating',
    ])
  })
})
