import { groupBy, type PackedLists } from './lists.ts'
import { noVertex, type Segments } from './segments.ts'

/** Every vertex once, branch by branch: a node below the parent that adopts it, and with it the bends that it hosts. */
export function walkBranches(segments: Segments): Int32Array {
  const { nodeCount, layers, families, below } = segments
  const walked = new Int32Array(layers.length)
  const stack = new Int32Array(layers.length + below.items.length)
  const isWalked = new Uint8Array(layers.length)
  const guests = groupGuests(segments)
  let size = 0
  let depth = 0
  for (let root = nodeCount - 1; root >= 0; root -= 1) if (families[root] === noVertex) stack[depth++] = root
  while (depth > 0) {
    const vertex = stack[--depth] as number
    if (isWalked[vertex] === 1) continue
    isWalked[vertex] = 1
    walked[size++] = vertex
    const isNode = vertex < nodeCount
    if (isNode) {
      for (let at = guests.starts[vertex] as number; at < (guests.starts[vertex + 1] as number); at += 1) {
        walked[size++] = guests.items[at] as number
      }
    }
    const family = isNode ? vertex : (families[vertex] as number)
    for (let at = (below.starts[vertex + 1] as number) - 1; at >= (below.starts[vertex] as number); at -= 1) {
      const next = below.items[at] as number
      if (families[next] === family) stack[depth++] = next
    }
  }
  return walked
}

function groupGuests({ nodeCount, hosts }: Segments): PackedLists {
  const keys = new Int32Array(hosts.length)
  const guests = new Int32Array(hosts.length)
  let size = 0
  for (let vertex = nodeCount; vertex < hosts.length; vertex += 1) {
    const host = hosts[vertex] as number
    if (host === noVertex) continue
    keys[size] = host
    guests[size++] = vertex
  }
  return groupBy(keys, guests, nodeCount, size)
}
