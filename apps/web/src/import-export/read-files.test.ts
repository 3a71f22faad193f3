import { exchangeLimits, limits } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'
import { expect, it } from 'vitest'
import { readImportFile, splitIntoParts } from './read-files.ts'
import { toFileName } from './file-names.ts'

const encodeText = (text: string) => new TextEncoder().encode(text)
const nodesIn = (parts: readonly string[]) =>
  parts.flatMap((part) => (JSON.parse(part) as { nodes: InterchangeNode[] }).nodes)

it('splits a file into a header and parts that hold every node once, in order', () => {
  const count = exchangeLimits.part.nodes * 2 + 1
  const text = ['Garden', ...Array.from({ length: count - 1 }, (_, at) => `  bed ${at}`)].join('\n')
  const read = readImportFile('plan.txt', encodeText(text))
  if (!read.ok) throw new Error(read.text)
  const { header, nodeCount, parts } = read.file
  expect([header['title'], nodeCount, parts.length]).toEqual(['plan', count, 3])
  expect(nodesIn(parts).map(({ title }) => title)).toEqual(text.split('\n').map((line) => line.trim()))
})

it('puts few nodes with long texts into a part, and a very long one alone', () => {
  const long = 'x'.repeat(exchangeLimits.part.characters)
  const nodes = ['short', long, 'short'].map((body, at): InterchangeNode => ({
    id: `n${at}`,
    parentIds: [],
    title: '',
    body,
    status: 'todo',
    position: at,
    hideChildren: false,
  }))
  expect(splitIntoParts(nodes)).toHaveLength(3)
  expect(nodesIn(splitIntoParts(nodes))).toEqual(nodes)
  expect(splitIntoParts([])).toEqual([])
})

it.each([
  ['a picture', 'plan.png', '\u0000\u0001PNG'],
  ['entities', 'plan.mm', '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "b">]><map><node TEXT="&a;"/></map>'],
  ['a cycle', 'plan.json', JSON.stringify(circle())],
])('explains in words why a file is rejected: %s', (_name, name, text) => {
  const read = readImportFile(name, encodeText(text))
  expect(read.ok ? '' : read.text).toMatch(/\w+.*\.$/)
})

function circle(): object {
  const nodes = [
    { id: 'a', parentIds: ['b'], title: 'a' },
    { id: 'b', parentIds: ['a'], title: 'b' },
  ]
  return { format: 'espalier', version: 1, project: { title: 'x' }, nodes }
}

it('names a file after the project in a form that every system accepts', () => {
  expect(toFileName('Garden: beds / paths?', '.md')).toBe('Garden beds paths.md')
  expect(toFileName('../../etc', '.md')).toBe('etc.md')
  expect(toFileName('   ', '.json')).toBe('project.json')
  expect(toFileName('庭 の 計画', '.pdf')).toBe('庭 の 計画.pdf')
  expect(toFileName('x'.repeat(500), '.md').length).toBeLessThan(limits.excerptGraphemes.max)
})
