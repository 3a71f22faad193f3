import { createHash } from 'node:crypto'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it } from 'vitest'
import { type OutlineNode, type PlacedNode, placeOutline, writeOutline } from './outline.ts'

const size = 1_000
const mostTokens = 15
const tokenizer = new Tiktoken(o200k)
const countTokens = (text: string): number => tokenizer.encode(text).length

/** Ids are random in a real plan; these are as random and always the same. */
const createId = (index: number): string => createHash('sha256').update(`node ${index}`).digest('hex').slice(0, 32)
const shorten = (id: string): string => id.slice(0, 6)

const statuses = ['todo', 'progress', 'done'] as const
const mixes: Readonly<Record<string, (index: number) => string>> = {
  'all todo': () => 'todo',
  'all done': () => 'done',
  'a different status in turn': (index) => statuses[index % 3] ?? 'todo',
  'every second node done': (index) => (index % 2 === 0 ? 'todo' : 'done'),
}

/** The numbers of the parents of each node. */
type Parents = (index: number) => readonly number[]
const shapes: Readonly<Record<string, Parents>> = {
  'only roots': () => [],
  'one parent with all others below': (index) => (index === 0 ? [] : [0]),
  'ten branches of ten groups': (index) => (index < 10 ? [] : [index < 110 ? index % 10 : 10 + (index % 100)]),
  'one chain': (index) => (index === 0 ? [] : [index - 1]),
  'every second node a single child': (index) => (index % 2 === 0 ? [] : [index - 1]),
  'chains of nine': (index) => (index % 9 === 0 ? [] : [index - 1]),
  'each node below half of its number': (index) => (index === 0 ? [] : [Math.floor((index - 1) / 2)]),
  'several parents each': (index) => (index < 3 ? [] : [index - 3, index - 2, Math.floor(index / 2)]),
}

function createNodes(parents: Parents, mix: (index: number) => string, count = size): OutlineNode[] {
  return Array.from({ length: count }, (_, index) => ({
    id: createId(index),
    title: createTitle(index),
    status: mix(index),
    parentIds: parents(index).map(createId),
    position: index,
  }))
}

const createTitle = (index: number): string => `Work to be done in part ${index}`
/** All outlines list the same titles. */
const titleTokens = Array.from({ length: size }, (_, index) => countTokens(createTitle(index))).reduce(
  (sum, tokens) => sum + tokens,
)

function measure(placed: readonly PlacedNode[]): number {
  const text = JSON.stringify({ seq: 12_345, ...writeOutline(placed, [], shorten) })
  return (countTokens(text) - titleTokens) / size
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly [mark: string]: string | number
}

/** Reads a long outline as its description tells. */
function readLong({ status: usual = 'todo', nodes }: ReturnType<typeof writeOutline>) {
  let level = 0
  return (nodes as readonly Entry[]).map(({ id, title, ...marks }) => {
    const [name, value] = Object.entries(marks)[0] ?? ['depth', level]
    level = Number.parseInt(String(value), 10)
    return { id, title, depth: level, status: name === 'depth' ? usual : name, isCut: String(value).endsWith('+') }
  })
}

const toRead = ({ node: { id, title, status }, depth, hidden }: PlacedNode) => ({
  id: shorten(id),
  title,
  depth,
  status,
  isCut: hidden > 0,
})

describe('a written outline of 1,000 nodes', () => {
  for (const [shape, parents] of Object.entries(shapes)) {
    for (const [mix, statusAt] of Object.entries(mixes)) {
      it(`costs at most 15 tokens a node beyond its title and keeps everything: ${shape}, ${mix}`, () => {
        const placed = placeOutline(createNodes(parents, statusAt), { topId: null, depth: null, most: 2_000 })
        expect(placed).toHaveLength(size)
        expect(readLong(writeOutline(placed, [], shorten))).toEqual(placed.map(toRead))
        expect(measure(placed)).toBeLessThanOrEqual(mostTokens)
      })
    }
  }

  it('costs no more where the children of every node are cut off', () => {
    const [roots, mix] = [(index: number) => (index < size ? [] : [index - size]), mixes['a different status in turn']]
    const nodes = createNodes(roots, mix ?? (() => 'todo'), size * 2)
    const placed = placeOutline(nodes, { topId: null, depth: 0, most: 2_000 })
    expect(placed.filter(({ hidden }) => hidden === 1)).toHaveLength(size)
    expect(readLong(writeOutline(placed, [], shorten))).toEqual(placed.map(toRead))
    expect(measure(placed)).toBeLessThanOrEqual(mostTokens)
  })
})

describe('a written outline of few nodes', () => {
  it('has depth, status and hidden as fields of their own', () => {
    const nodes = createNodes((index) => (index === 0 ? [] : [index - 1]), mixes['every second node done'] ?? String, 3)
    const placed = placeOutline(nodes, { topId: null, depth: 1, most: 2_000 })
    expect(writeOutline(placed, ['position'], shorten)).toEqual({
      nodes: [
        { id: shorten(createId(0)), title: createTitle(0), position: 0 },
        {
          id: shorten(createId(1)),
          title: createTitle(1),
          depth: 1,
          status: 'done',
          hidden: 1,
          position: 1,
        },
      ],
    })
  })
})
