import { groupBy, type PackedLists } from './lists.ts'
import { noVertex, type Segments } from './segments.ts'

export interface SiblingKeeper {
  /** Whether two vertices of one layer are siblings, whose order is not ours to change. */
  areKept(one: number, other: number): boolean
  /** Lets the siblings in `row` share the places found for them, each in its turn. */
  restore(row: Int32Array, width: number): void
}

/** The siblings of each layer, in the order in which `rows` has them now. Who has several parents is free to move. */
export function keepSiblings({ nodeCount, families, parentCounts }: Segments, rows: PackedLists): SiblingKeeper {
  const groups = new Int32Array(families.length).fill(noVertex)
  const groupOf = new Int32Array(nodeCount + 1).fill(noVertex)
  const members = new Int32Array(families.length)
  const keys = new Int32Array(families.length)
  let size = 0
  let groupCount = 0
  for (let row = 0; row + 1 < rows.starts.length; row += 1) {
    const firstGroup = groupCount
    for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at += 1) {
      const vertex = rows.items[at] as number
      if (vertex >= nodeCount || (parentCounts[vertex] as number) > 1) continue
      const family = families[vertex] === noVertex ? nodeCount : (families[vertex] as number)
      if ((groupOf[family] as number) < firstGroup) groupOf[family] = groupCount++
      groups[vertex] = groupOf[family] as number
      keys[size] = groupOf[family] as number
      members[size++] = vertex
    }
  }
  const turns = groupBy(keys, members, groupCount, size)
  const turn = turns.starts.slice()

  return {
    areKept: (one, other) => groups[one] !== noVertex && groups[one] === groups[other],
    restore(row, width) {
      for (let place = 0; place < width; place += 1) {
        const group = groups[row[place] as number] as number
        if (group !== noVertex) turn[group] = turns.starts[group] as number
      }
      for (let place = 0; place < width; place += 1) {
        const group = groups[row[place] as number] as number
        if (group === noVertex) continue
        const at = turn[group] as number
        row[place] = turns.items[at] as number
        turn[group] = at + 1
      }
    },
  }
}
