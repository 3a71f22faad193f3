import { readEspalierJson } from '@espalier/interchange'
import { describe, expect, it } from 'vitest'
import { listExampleNodes, writeExampleJson } from './example-project.ts'

const exampleNodes = listExampleNodes()

describe('example project', () => {
  it('writes an example that the project form accepts unchanged', () => {
    const read = readEspalierJson(writeExampleJson())
    if (!read.ok) throw new Error(read.reason.text)
    expect(read.remarks).toEqual([])
    const titles = read.value.nodes.map(({ title, body }) => [title, body])
    expect(titles).toEqual(exampleNodes.map(({ title, body = '' }) => [title, body]))
  })

  it('covers every status and feature in the example and lists parents before their children', () => {
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
