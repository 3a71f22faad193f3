import { describe, expect, it } from 'vitest'
import { measureLanguage } from './language.ts'

const file = (path: string) => ({ path, code: 'export const look = 1\n' })
const measure = (code: string, path = 'packages/domain/src/node.ts') => measureLanguage([{ path, code }])

describe('measureLanguage', () => {
  it('counts functions and finds those named xOf', () => {
    const { functions, projections } = measure(
      'function readText() {}\nconst titleOf = (node: Node): string => node.title\nconst depthOf = async node => 1\n',
    )
    expect(functions).toBe(3)
    expect(projections.map((line) => line.split(' ')[1])).toEqual(['titleOf', 'depthOf'])
  })

  it('finds comments that begin without a subject and comments with an archaic idiom', () => {
    const { comments, fragments, archaic } = measure(
      '/** What a node says. */\n// Reads the title.\n/** Everybody is told. */\nconst url = "http://example.com"\n',
    )
    expect([comments, fragments.length, archaic.length]).toEqual([3, 1, 1])
  })

  it('finds exported names that more than two files define', () => {
    expect(measureLanguage(['a.ts', 'b.ts'].map(file)).repeatedExports).toEqual([])
    expect(measureLanguage(['a.ts', 'b.ts', 'c.ts'].map(file)).repeatedExports).toEqual(['look'])
    expect(measureLanguage(['a.ts', 'b.ts', 'c.test.ts'].map(file)).repeatedExports).toEqual([])
  })
})
