import { groupBy, type Layering, type LayerLinks, type PackedLists } from './layers.ts'

export const noVertex = -1
/** More bends per link, on average, would cost more than they show: further long links run straight. */
const bendsPerLink = 16
const bendsAtLeast = 10_000

/** Every link is cut at each layer it crosses. A vertex is a node or, from `nodeCount` on, a bend of a link. */
export interface Segments {
  readonly nodeCount: number
  readonly layers: Int32Array
  /** The neighbors of a vertex in the layer above and in the layer below. */
  readonly above: PackedLists
  readonly below: PackedLists
  /** The parent that adopts a node, or the node that a bend leads to. Roots and bends of other links have none. */
  readonly families: Int32Array
  /** The number of links down to each node. */
  readonly parentCounts: Int32Array
  /** The node beside whose branch a bend of another link runs. */
  readonly hosts: Int32Array
  /** The first bend of each cut link; it has one for each layer between. */
  readonly firstBends: Int32Array
}

export function cutLinks(nodeCount: number, links: LayerLinks, layering: Layering): Segments {
  const spans = computeSpans(links, layering)
  const { firstBends, vertexCount, pieceCount } = allotBends(nodeCount, spans)
  const sparsest = findSparsestRows(links, layering, firstBends)
  const adopting = chooseAdoptingLinks(nodeCount, links, sparsest)
  const layers = new Int32Array(vertexCount)
  layers.set(layering.layers)
  const families = new Int32Array(vertexCount).fill(noVertex)
  const hosts = new Int32Array(vertexCount).fill(noVertex)
  const parentCounts = new Int32Array(nodeCount)
  const uppers = new Int32Array(pieceCount)
  const lowers = new Int32Array(pieceCount)
  let piece = 0
  for (let link = 0; link < firstBends.length; link += 1) {
    const firstBend = firstBends[link] as number
    if (firstBend === noVertex) continue
    const source = links.sources[link] as number
    const target = links.targets[link] as number
    const isAdopting = adopting[target] === link
    parentCounts[target] = (parentCounts[target] as number) + 1
    if (isAdopting) families[target] = source
    const bends = (spans[link] as number) - 1
    for (let step = 0, upper = source; step <= bends; step += 1) {
      const lower = step === bends ? target : firstBend + step
      if (lower !== target) {
        const depth = (layers[source] as number) + step + 1
        layers[lower] = depth
        if (isAdopting) families[lower] = source
        else hosts[lower] = depth <= (sparsest.rows[link] as number) ? source : target
      }
      uppers[piece] = upper
      lowers[piece] = lower
      piece += 1
      upper = lower
    }
  }
  const above = groupBy(lowers, uppers, vertexCount)
  const below = groupBy(uppers, lowers, vertexCount)
  return { nodeCount, layers, above, below, families, parentCounts, hosts, firstBends }
}

/** Returns how many layers a link goes down. One that closes a cycle, or is within the last layer, has none. */
function computeSpans({ sources, targets }: LayerLinks, { layers, ranks }: Layering): Int32Array {
  return sources.map((source, link) => {
    const target = targets[link] as number
    const runsDown = (ranks[source] as number) < (ranks[target] as number)
    return runsDown ? (layers[target] as number) - (layers[source] as number) : 0
  })
}

function allotBends(nodeCount: number, spans: Int32Array) {
  const most = bendsAtLeast + bendsPerLink * spans.length
  const firstBends = new Int32Array(spans.length).fill(noVertex)
  let bends = 0
  let pieceCount = 0
  for (let link = 0; link < spans.length; link += 1) {
    const span = spans[link] as number
    if (span === 0 || bends + span - 1 > most) continue
    firstBends[link] = nodeCount + bends
    bends += span - 1
    pieceCount += span
  }
  return { firstBends, pieceCount, vertexCount: nodeCount + bends }
}

interface SparsestRows {
  /** The layer after which a link best crosses over, where it meets the fewest others. */
  readonly rows: Int32Array
  /** The number of those others. */
  readonly counts: Int32Array
}

function findSparsestRows(
  { sources, targets }: LayerLinks,
  { layers, layerCount }: Layering,
  firstBends: Int32Array,
): SparsestRows {
  const density = new Int32Array(layerCount)
  const rows = new Int32Array(firstBends.length)
  const counts = new Int32Array(firstBends.length).fill(noVertex)
  const each = (visit: (link: number, row: number) => void) => {
    for (let link = 0; link < firstBends.length; link += 1) {
      if (firstBends[link] === noVertex) continue
      const end = layers[targets[link] as number] as number
      for (let row = layers[sources[link] as number] as number; row < end; row += 1) visit(link, row)
    }
  }
  each((_, row) => {
    density[row] = (density[row] as number) + 1
  })
  each((link, row) => {
    const count = density[row] as number
    if (counts[link] !== noVertex && (counts[link] as number) <= count) return
    counts[link] = count
    rows[link] = row
  })
  return { rows, counts }
}

/**
 * One link to each node runs within a branch and crosses nothing: the one that would cross most others; if equal, the
 * primary.
 */
function chooseAdoptingLinks(nodeCount: number, { targets }: LayerLinks, { counts }: SparsestRows): Int32Array {
  const adopting = new Int32Array(nodeCount).fill(noVertex)
  for (let link = 0; link < targets.length; link += 1) {
    const target = targets[link] as number
    const best = adopting[target] as number
    const count = counts[link] as number
    if (count !== noVertex && (best === noVertex || count > (counts[best] as number))) adopting[target] = link
  }
  return adopting
}

/** Visits every vertex once, branch by branch: a node below its adopting parent, together with the bends it hosts. */
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
