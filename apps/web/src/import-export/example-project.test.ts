import { readEspalierJson } from '@espalier/interchange'
import { describe, expect, it } from 'vitest'
import { exampleNodes, writeExampleJson } from './example-project.ts'

describe('the example', () => {
  it('is a project that the form takes, letter by letter', () => {
    const read = readEspalierJson(writeExampleJson())
    if (!read.ok) throw new Error(read.reason.text)
    expect(read.remarks).toEqual([])
    const titles = read.value.nodes.map(({ title, body }) => [title, body])
    expect(titles).toEqual(exampleNodes.map(({ title, body = '' }) => [title, body]))
  })

  it('has something of everything, and names parents before their children', () => {
    expect(new Set(exampleNodes.map(({ status }) => status))).toEqual(new Set(['todo', 'progress', 'done']))
    expect(exampleNodes.filter(({ hideChildren }) => hideChildren)).toHaveLength(1)
    expect(exampleNodes.filter(({ parentIds }) => parentIds.length > 1)).toHaveLength(1)
    expect(exampleNodes.some(({ body }) => body !== undefined)).toBe(true)
    const known = new Set<string>()
    for (const { id, parentIds } of exampleNodes) {
      expect(parentIds.filter((parentId) => !known.has(parentId))).toEqual([])
      known.add(id)
    }
  })
})
