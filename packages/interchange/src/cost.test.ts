import { findCostlyShapes } from '@espalier/domain/testing/costly-markup'
import { escapeHtml, exchangeLimits } from '@espalier/domain'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeCsv } from './formats/csv.ts'
import { parseOutline, formatOutline } from './index.ts'
import { readProjectFile } from './files.ts'
import { cleanHtml } from './markup/html-text.ts'

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const archive = (name: string, text: string) => zipSync({ [name]: strToU8(text) }, { level: 0 })
const topic = (text: string) => ({
  id: 'a',
  title: toTitle(text),
  notes: { realHTML: { content: text }, plain: { content: text } },
})
const note = (type: string, text: string) =>
  `<richcontent TYPE="${type}"><html><body>${text}</body></html></richcontent>`
const oneNode = (text: string) => ({
  title: text.slice(0, 100),
  body: text,
  nodes: [
    {
      id: 'a',
      parentIds: [],
      title: toTitle(text),
      body: text,
      status: 'todo' as const,
      position: 1,
      hideChildren: false,
    },
  ],
})

/** A file with a longer title, which escaping makes up to six times as long, is refused before anything else is read. */
const toTitle = (text: string): string => text.slice(0, exchangeLimits.paste.titleCharacters / 6)

/** The imports and exports of each format, as programs write them. */
const gates: Readonly<Record<string, (text: string) => unknown>> = {
  'HTML from the clipboard': cleanHtml,
  'an outline from the clipboard': (text) => formatOutline(parseOutline(text)),
  'a Markdown file': (text) => readProjectFile('a.md', strToU8(`- a\n\n  ${text}\n`)),
  'an indented text': (text) => readProjectFile('a.txt', strToU8(`a\n  ${text}\n`)),
  'an OPML file': (text) =>
    readProjectFile(
      'a.opml',
      strToU8(
        `<opml version="2.0"><head><_body>${escapeHtml(text)}</_body></head><body><outline text="${escapeHtml(toTitle(text))}" _note="${escapeHtml(text)}"/></body></opml>`,
      ),
    ),
  'a FreeMind file': (text) =>
    readProjectFile(
      'a.mm',
      strToU8(`<map><node TEXT="${escapeHtml(toTitle(text))}">${note('NOTE', escapeHtml(text))}</node></map>`),
    ),
  'an XMind file': (text) =>
    readProjectFile(
      'a.xmind',
      archive('content.json', JSON.stringify([{ id: 's', title: 's', rootTopic: topic(text) }])),
    ),
  'a file of our own': (text) =>
    readProjectFile(
      'a.json',
      strToU8(
        JSON.stringify({
          format: 'espalier',
          version: 1,
          project: { title: 'a', body: text },
          nodes: oneNode(text).nodes,
        }),
      ),
    ),
  'a CSV file': (text) => readProjectFile('a.csv', strToU8(`Title,Description\na,"${text.replaceAll('"', '""')}"\n`)),
  'a CSV file that is written': (text) => writeCsv(oneNode(text)),
}

/** What only reads HTML is so fast that a costly reader shows in a longer text only. */
const longerTexts: Readonly<Record<string, { readonly characters: number }>> = {
  'HTML from the clipboard': { characters: 20_000 },
  'an OPML file': { characters: 20_000 },
}

describe.each(Object.entries(gates))('%s', { timeout: 240_000 }, (name, gate) => {
  it('takes at most twelve times as long for ten times as much of any markup', () => {
    expect(findCostlyShapes(gate, cpuMs, longerTexts[name])).toEqual([])
  })
})

const toDescription = (text: string): string => `# a\n\n${text}`

const repeated = (unit: string) => (characters: number) => unit.repeat(Math.floor(characters / unit.length))

describe('Markdown in a file or from the clipboard', { timeout: 240_000 }, () => {
  const shapes = {
    'links that are never closed': repeated('['),
    'links that are opened and closed': (characters: number) => '['.repeat(characters / 2) + ']'.repeat(characters / 2),
    'addresses that are never closed': repeated('[a]('),
    'pictures that are never closed': repeated('![a]('),
    'bold that is never closed': repeated('**a '),
    'emphasis of both signs': repeated('*_'),
    'code of growing length': (characters: number) =>
      Array.from({ length: Math.floor(Math.sqrt(characters)) }, (_, at) => '`'.repeat(at)).join(' '),
    'quotations in quotations': repeated('> '),
    'lists that are always deeper': (characters: number) =>
      Array.from({ length: Math.floor(Math.sqrt(characters)) }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'),
    'empty items': repeated('- \n'),
    'fences that are never closed': repeated('```\n~~~\n'),
    backslashes: repeated('\\'),
    tables: repeated('|a'),
    'blank lines': repeated('\n'),
    spaces: repeated(' '),
    headings: repeated('# a\n'),
    'a heading with many blanks': (characters: number) => `# a${' '.repeat(characters)}b`,
  }

  // Ten times as many are just below the limit of a title.
  const titleCharacters = exchangeLimits.paste.titleCharacters / 10 - 100
  it.each([
    ['a Markdown file', (text: string) => readProjectFile('a.md', strToU8(text)), titleCharacters],
    ['a description in Markdown', (text: string) => readProjectFile('a.md', strToU8(toDescription(text))), 5_000],
    ['an indented text', (text: string) => readProjectFile('a.txt', strToU8(text)), titleCharacters],
    ['an outline from the clipboard', (text: string) => formatOutline(parseOutline(text)), 5_000],
  ])('takes at most twelve times as long for ten times as much of any unclosed mark: %s', (_name, read, characters) => {
    expect(findCostlyShapes(read, cpuMs, { shapes, characters })).toEqual([])
  })
})

describe('text of many short lines', { timeout: 240_000 }, () => {
  const shapes = {
    'lines that continue an item': (characters: number) => `- a\n${repeated('  b\n')(characters)}`,
  }
  // Copying the text for each line shows only in a longer one, matching a pattern in it already in a short one.
  it.each([
    ['a Markdown file', (text: string) => readProjectFile('a.md', strToU8(text)), 50_000],
    ['an indented text', (text: string) => readProjectFile('a.txt', strToU8(text)), 50_000],
    ['an outline from the clipboard', (text: string) => formatOutline(parseOutline(text)), 5_000],
  ])('takes at most twelve times as long for ten times as many lines: %s', (_name, read, characters) => {
    expect(findCostlyShapes(read, cpuMs, { shapes, characters })).toEqual([])
  })
})

describe('address that many links name', { timeout: 240_000 }, () => {
  const shapes = {
    'an address of half of the text': (characters: number) =>
      `[a]: https://${'x'.repeat(characters / 2)}\n\n${repeated('- [a]\n')(characters / 2)}`,
    'an address of half of the text, in descriptions': (characters: number) =>
      `[a]: https://${'x'.repeat(characters / 2)}\n\n${repeated('- b\n\n  [a]\n')(characters / 2)}`,
  }

  it('takes at most twelve times as long for ten times as much text with many links', () => {
    const characters = 2_000
    expect(findCostlyShapes((text) => readProjectFile('a.md', strToU8(text)), cpuMs, { shapes, characters })).toEqual(
      [],
    )
  })
})

describe('table with many signs', { timeout: 240_000 }, () => {
  const shapes = {
    quotes: repeated('"'),
    'quoted cells': repeated('"a",'),
    'quotes that are never closed': repeated('"a\n'),
    'cells of one row': repeated('a,'),
    'short rows': repeated('a\n'),
    'rows with a parent each': (characters: number) =>
      `Title,Id,Parent\n${Array.from({ length: characters / 20 }, (_, at) => `t${at},${at},${at % 100}`).join('\n')}`,
  }

  it('takes at most twelve times as long for ten times as many signs', () => {
    expect(findCostlyShapes((text) => readProjectFile('a.csv', strToU8(text)), cpuMs, { shapes })).toEqual([])
  })
})
