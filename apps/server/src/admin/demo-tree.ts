import { randomUUID } from 'node:crypto'

export interface DemoNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
  readonly status: 'todo' | 'progress' | 'done'
}

const demoWords =
  'plan wall wire graft prune root branch spur leaf bud fruit train tie stake water feed thin pick store share review measure draft test ship learn'.split(
    ' ',
  )

/** Numbers that look random and are the same every time: two machines compare their figures on the same tree. */
function createSeededRandom(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A tree of exactly this many nodes, 2 to 8 children each, titles of 3 to 8 words, parents before their children. */
export function buildDemoTree(count: number): DemoNode[] {
  const roll = createSeededRandom(20_260)
  const nodes: DemoNode[] = []
  const add = (parentId: string | null) => {
    const title = Array.from({ length: 3 + roll(6) }, () => demoWords[roll(demoWords.length)]).join(' ')
    const status = (['todo', 'todo', 'progress', 'done'] as const)[roll(4)] ?? 'todo'
    nodes.push({ id: randomUUID(), parentId, title: title[0]?.toUpperCase() + title.slice(1), status })
  }
  if (count > 0) add(null)
  for (let at = 0; nodes.length < count; at += 1) {
    const children = 2 + roll(7)
    for (let child = 0; child < children && nodes.length < count; child += 1) add(nodes[at]?.id ?? null)
  }
  return nodes
}
