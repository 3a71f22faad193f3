import { exchangeLimits, limits, toPlainText } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '../files.ts'
import type { ImportResult } from '../model/import-fault.ts'
import { buildParentIndex } from '../model/project.ts'
import { writeCsv } from './csv.ts'
import { isSpreadsheetRange, parseTableRows } from './table-cells.ts'
import { guessTableMapping, type TableMapping } from './table-columns.ts'
import { previewTable, readTable } from './table.ts'

/** Returns the nodes as indented lines. */
function outline(result: ImportResult): readonly string[] {
  if (!result.ok) throw new Error(result.reason.text)
  return Array.from(
    buildParentIndex(result.value).walk(),
    ({ node, depth }) => `${'  '.repeat(depth)}${toPlainText(node.title)}`,
  )
}

const read = (text: string, mapping?: TableMapping): ImportResult => readTable(text, { isUnderNode: true }, mapping)

describe('cells of a table', () => {
  it.each([
    ['commas', 'a,b\r\nc,d\r\n'],
    ['semicolons', 'a;b\nc;d'],
    ['tabs', 'a\tb\rc\td'],
    ['a byte order mark', '\ufeffa,b\nc,d'],
    ['blank lines', '\n\na,b\n,\n\nc,d\n\n'],
  ])('are separated by %s', (_name, text) => {
    expect(parseTableRows(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('may be quoted, with delimiters, line breaks and quotes in them', () => {
    expect(parseTableRows('"a, ""b""","c\nd"\ne,"f')).toEqual([
      ['a, "b"', 'c\nd'],
      ['e', 'f'],
    ])
  })

  it('lose the apostrophe that our own files put before a formula, and no other', () => {
    expect(parseTableRows("'=1+1,'tis")).toEqual([['=1+1', "'tis"]])
  })

  it('are read in time that grows with the length of the file', () => {
    const started = performance.now()
    parseTableRows(`${'"'.repeat(2_000_001)}`)
    parseTableRows(','.repeat(2_000_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('are too many in a file with more rows than nodes are allowed', () => {
    const text = 'a\n'.repeat(exchangeLimits.files.nodes + 2)
    const result = readTable(text)
    expect(result.ok ? null : result.reason.code).toBe('too-many-nodes')
  })
})

describe('roles of columns', () => {
  it.each([
    ['Title,Status,Notes\na,b,c', true, ['title', 'status', 'description']],
    ['Key;Summary;Parent key;Sprint\n1;a;;2', true, ['id', 'title', 'parent', 'ignore']],
    ['1,buy pears\n2,plant them', false, ['ignore', 'title']],
    ['Name,Name,Status,Status\na,b,c,d', true, ['title', 'title', 'status', 'ignore']],
    ['Status,Where\ndone,Garden', true, ['status', 'title']],
    ['Title', false, ['title']],
  ])('are guessed from the headings: %s', (text, hasHeading, roles) => {
    expect(guessTableMapping(parseTableRows(text))).toEqual({ hasHeading, roles })
  })
})

describe('nodes of a table', () => {
  it('are a flat list without levels and parents', () => {
    expect(outline(read('Task,Status\nOne,done\nTwo,\n'))).toEqual(['One', 'Two'])
  })

  it('have the status, description and color of their row', () => {
    const result = read(
      'Task,Status,Notes,Color\n<b>One</b>,In Progress,"a\n\n<i>b</i>",#BBC0FF\nTwo,X,,red\nThree,later,,',
    )
    if (!result.ok) throw new Error(result.reason.text)
    expect(result.value.nodes.map(({ title, status, body }) => [title, status, body])).toEqual([
      ['&lt;b&gt;One&lt;/b&gt;', 'progress', '<p>a</p><p>&lt;i&gt;b&lt;/i&gt;</p>'],
      ['Two', 'done', ''],
      ['Three', 'todo', ''],
    ])
    expect(result.value.nodes[0]).toMatchObject({ backgroundColor: '#bbc0ff' })
    expect(result.value.nodes[1]).not.toHaveProperty('backgroundColor')
  })

  it('are nested by a level column, however it jumps', () => {
    expect(outline(read('Level,Task\n1,a\n3,b\n2,c\n1,d\n,e'))).toEqual(['a', '  b', '  c', 'd', 'e'])
  })

  it('are nested by ids of parents, with several parents and later rows', () => {
    const result = read('Id,Task,Parents\n3,c,2 1\n1,a,\n2,b,1\n4,d,9')
    expect(outline(result)).toEqual(['a', '  b', '    c', 'd'])
    const child = result.ok ? result.value.nodes.find(({ title }) => title === 'c') : undefined
    expect(child?.parentIds).toHaveLength(2)
  })

  it('are nested by titles of parents without an id column', () => {
    expect(outline(read('Task,Parent\nBeds,Garden\nGarden,\nRoses,Beds'))).toEqual(['Garden', '  Beds', '    Roses'])
  })

  it('are nested by several title columns, where a blank cell repeats the one above', () => {
    const text = 'Task,Task,Task,Status\nGarden,Beds,Roses,done\n,,Tulips,\n,Paths,,progress\nHouse,,,\n'
    const result = read(text)
    expect(outline(result)).toEqual(['Garden', '  Beds', '    Roses', '    Tulips', '  Paths', 'House'])
    const statuses = result.ok ? result.value.nodes.map(({ title, status }) => [title, status]) : []
    expect(statuses).toContainEqual(['Paths', 'progress'])
    expect(statuses).toContainEqual(['Beds', 'todo'])
  })

  it('are roots where rows are below each other in a circle, and none is lost', () => {
    expect(outline(read('Id,Task,Parent\n1,a,2\n2,b,1\n3,c,3')).toSorted()).toHaveLength(3)
  })

  it('are refused where a chain is too long', () => {
    const rows = Array.from({ length: limits.chainNodes + 10 }, (_, at) => `${at},n${at},${at - 1}`)
    const result = read(['Id,Task,Parent', ...rows].join('\n'))
    expect(result.ok ? null : result.reason.code).toBe('too-deep')
  })

  it('get one root named after the file when it becomes a project', () => {
    expect(outline(readProjectFile('Plan.csv', new TextEncoder().encode('Task\na\nb')))).toEqual(['Plan', '  a', '  b'])
  })

  it('are counted when they have no title and are left out', () => {
    const result = read('Task,Notes\na,\n,only a note')
    expect(result.ok && result.remarks).toEqual(['1 row without a title left out.'])
  })

  it('survive a round trip through our own file', () => {
    const source = readProjectFile('a.txt', new TextEncoder().encode('Garden\n  [x] Beds\n    Roses, =red\n  Paths'))
    if (!source.ok) throw new Error(source.reason.text)
    const again = readTable(writeCsv(source.value))
    expect(outline(again)).toEqual(outline(source))
    expect(again.ok && again.value.nodes.map(({ status }) => status)).toEqual(
      source.value.nodes.map(({ status }) => status),
    )
  })
})

describe('preview of a table', () => {
  it('shows the first rows, the mapping and the first nodes', () => {
    const preview = previewTable('Task,Status\na,done\nb,')
    expect(preview).toEqual({
      ok: true,
      value: {
        mapping: { hasHeading: true, roles: ['title', 'status'] },
        ownFields: [],
        remarks: [],
        rows: [
          ['Task', 'Status'],
          ['a', 'done'],
          ['b', ''],
        ],
        nodeCount: 3,
        nodes: [
          { title: 'Imported project', depth: 0, status: 'todo' },
          { title: 'a', depth: 1, status: 'done' },
          { title: 'b', depth: 1, status: 'todo' },
        ],
      },
    })
  })

  it('has no nodes while no column holds titles, and is refused for an empty file', () => {
    const preview = previewTable('a,b', {}, { hasHeading: false, roles: ['ignore', 'ignore'] })
    expect(preview.ok && preview.value.nodeCount).toBe(0)
    expect(previewTable(' \n').ok).toBe(false)
  })
})

describe('a copied range of a spreadsheet', () => {
  it.each([
    ['two columns', 'a\tb\nc\td\n', true],
    ['a blank first cell', '\tb\nc\td', true],
    ['a quoted cell with a line break', '"a\nb"\tc\nd\te', true],
    ['one column', 'a\nb\n', false],
    ['an outline indented by tabs', 'a\n\tb\n\t\tc', false],
    ['a list indented by one tab', '\ta\n\tb', false],
    ['a sentence with a tab in it and others without', 'a\tb\nc', false],
    ['nothing', '', false],
  ])('is recognized: %s', (_name, text, isRange) => {
    expect(isSpreadsheetRange(text)).toBe(isRange)
  })
})
