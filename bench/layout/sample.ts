/** One box of a sample. Parents come before their children; siblings are in order. */
export interface SampleNode {
  readonly id: string
  readonly parentIds: readonly string[]
  readonly width: number
  readonly height: number
}

/** The same boxes as nested objects, as most libraries take a tree. They write their result into it, or beside it. */
export interface PlainTree {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly children: PlainTree[]
  x?: number
  y?: number
}

export interface Sample {
  readonly nodes: readonly SampleNode[]
  readonly root: PlainTree
}

/** Returns pseudo-random numbers that are always the same, so that all subjects lay out the same boxes. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/**
 * Generates boxes of varying size with 2 to 8 children each. In a graph one node in ten has a second parent that comes
 * before it.
 */
export function createSample(kind: 'tree' | 'graph', count: number): Sample {
  const parents = primaryParents(count)
  const roll = createDice(4_711)
  const nodes: SampleNode[] = []
  const plain: PlainTree[] = []
  parents.forEach((parent, index) => {
    const [id, width, height] = [`n${index}`, 60 + roll(240), 30 + roll(60)]
    const parentIds = parent < 0 ? [] : [`n${parent}`]
    const other = roll(index)
    if (kind === 'graph' && index > 2 && roll(10) === 0 && other !== parent) parentIds.push(`n${other}`)
    // Written out, because an engine reads objects made by spreading ten times as slowly, which is no subject's fault.
    const box: PlainTree = { id, width, height, children: [] }
    nodes.push({ id, parentIds, width, height })
    plain.push(box)
    plain[parent]?.children.push(box)
  })
  const [root] = plain
  if (!root) throw new Error('a sample has at least one box')
  return { nodes, root }
}

function primaryParents(count: number): number[] {
  const roll = createDice(20_260)
  const parents = [-1]
  for (let at = 0; parents.length < count; at += 1) {
    const children = 2 + roll(7)
    for (let child = 0; child < children && parents.length < count; child += 1) parents.push(at)
  }
  return parents
}
