import { limits } from '@espalier/domain'

/** Many short lists of numbers in two arrays: list `i` is `items[starts[i]]` up to `items[starts[i + 1]]`. */
export interface PackedLists {
  readonly starts: Int32Array
  readonly items: Int32Array
}

/** Puts `values[i]` into list `keys[i]`, in the order given. */
export function groupBy(keys: Int32Array, values: Int32Array, listCount: number, size = keys.length): PackedLists {
  const starts = new Int32Array(listCount + 1)
  for (let index = 0; index < size; index += 1) {
    const after = (keys[index] as number) + 1
    starts[after] = (starts[after] as number) + 1
  }
  for (let list = 0; list < listCount; list += 1) {
    starts[list + 1] = (starts[list + 1] as number) + (starts[list] as number)
  }
  const fill = starts.slice(0, listCount)
  const items = new Int32Array(size)
  for (let index = 0; index < size; index += 1) {
    const key = keys[index] as number
    const at = fill[key] as number
    items[at] = values[index] as number
    fill[key] = at + 1
  }
  return { starts, items }
}

/** Links from `sources[i]` to `targets[i]`; the first link to a node comes from its primary parent. */
export interface LayerLinks {
  readonly sources: Int32Array
  readonly targets: Int32Array
}

export interface Layering {
  /** The layer of every node, by its longest path from a root. */
  readonly layers: Int32Array
  readonly layerCount: number
  /** The position of a node in an order with parents first. A link that runs against it closes a cycle. */
  readonly ranks: Int32Array
}

export function assignNodeLayers(count: number, links: LayerLinks): Layering {
  const children = groupBy(links.sources, links.targets, count)
  const parents = groupBy(links.targets, links.sources, count)
  const order = orderParentsFirst(count, children, parents)
  const ranks = new Int32Array(count)
  for (let rank = 0; rank < count; rank += 1) ranks[order[rank] as number] = rank
  const layers = new Int32Array(count)
  sinkBelowParents(order, ranks, layers, parents)
  pullTowardsChildren(order, ranks, layers, children, parents)
  let deepest = -1
  for (const depth of layers) if (depth > deepest) deepest = depth
  return { layers, ranks, layerCount: deepest + 1 }
}

/** When every remaining node waits for another, the cycle is cut before its first node. */
function orderParentsFirst(count: number, children: PackedLists, parents: PackedLists): Int32Array {
  const order = new Int32Array(count)
  const waiting = new Int32Array(count)
  const placed = new Uint8Array(count)
  let size = 0
  const append = (node: number) => {
    placed[node] = 1
    order[size] = node
    size += 1
  }
  for (let node = 0; node < count; node += 1) {
    waiting[node] = (parents.starts[node + 1] as number) - (parents.starts[node] as number)
    if (waiting[node] === 0) append(node)
  }
  for (let head = 0, candidate = 0; size < count || head < size; head += 1) {
    if (head === size) {
      while (placed[candidate] === 1) candidate += 1
      append(candidate)
    }
    const node = order[head] as number
    for (let at = children.starts[node] as number; at < (children.starts[node + 1] as number); at += 1) {
      const child = children.items[at] as number
      const left = (waiting[child] as number) - 1
      waiting[child] = left
      if (left === 0 && placed[child] === 0) append(child)
    }
  }
  return order
}

function sinkBelowParents(order: Int32Array, ranks: Int32Array, layers: Int32Array, parents: PackedLists): void {
  for (const node of order) {
    let depth = 0
    for (let at = parents.starts[node] as number; at < (parents.starts[node + 1] as number); at += 1) {
      const parent = parents.items[at] as number
      if ((ranks[parent] as number) < (ranks[node] as number)) depth = Math.max(depth, (layers[parent] as number) + 1)
    }
    layers[node] = Math.min(depth, limits.chainNodes)
  }
}

/** A node with more children than parents shortens more links than it lengthens by being right above its children. */
function pullTowardsChildren(
  order: Int32Array,
  ranks: Int32Array,
  layers: Int32Array,
  children: PackedLists,
  parents: PackedLists,
): void {
  for (let rank = order.length - 1; rank >= 0; rank -= 1) {
    const node = order[rank] as number
    const from = children.starts[node] as number
    const to = children.starts[node + 1] as number
    if (to - from <= (parents.starts[node + 1] as number) - (parents.starts[node] as number)) continue
    let nearest = limits.chainNodes + 1
    for (let at = from; at < to; at += 1) {
      const child = children.items[at] as number
      if ((ranks[child] as number) > rank) nearest = Math.min(nearest, layers[child] as number)
    }
    if (nearest <= limits.chainNodes) layers[node] = Math.max(layers[node] as number, nearest - 1)
  }
}
