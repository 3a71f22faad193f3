/** No node: the end of a list, the parent of the top, a contour without a thread. */
export const noNode = -1

/**
 * One column per property, one row per node. Row 0 is the top: it has no size, and every root is below it. `across` and
 * `along` are the axes of `geometry.ts`; `end` is where a node's children begin.
 */
export interface TreeColumns {
  readonly parent: Int32Array
  readonly first: Int32Array
  readonly last: Int32Array
  readonly next: Int32Array
  readonly previous: Int32Array
  readonly breadth: Float64Array
  readonly length: Float64Array
  readonly along: Float64Array
  readonly end: Float64Array
  readonly across: Float64Array
  /** The offset across from the parent. */
  readonly offset: Float64Array
  /** The lowest node on either contour of the branch, and its offset across from the branch's root. */
  readonly lowestLeft: Int32Array
  readonly lowestRight: Int32Array
  readonly lowestLeftOffset: Float64Array
  readonly lowestRightOffset: Float64Array
  /** The continuation of a contour below its lowest node, and its offset across. */
  readonly thread: Int32Array
  readonly threadOffset: Float64Array
  /** The node whose thread was set when this child was placed beside its previous siblings. */
  readonly threaded: Int32Array
  readonly mark: Uint8Array
  /** The memory for a queue of nodes. */
  readonly queue: Int32Array
}

export const layoutMarks = { settled: 0, moved: 1, stale: 2 } as const

const createPointers = (capacity: number, before?: Int32Array) => {
  const column = new Int32Array(capacity).fill(noNode, before?.length ?? 0)
  if (before) column.set(before)
  return column
}

const createNumbers = (capacity: number, before?: Float64Array) => {
  const column = new Float64Array(capacity)
  if (before) column.set(before)
  return column
}

function createBytes(capacity: number, before?: Uint8Array) {
  const column = new Uint8Array(capacity)
  if (before) column.set(before)
  return column
}

/** Creates columns for `capacity` rows with the contents of `before`. */
export const createColumns = (capacity: number, before?: TreeColumns): TreeColumns => ({
  parent: createPointers(capacity, before?.parent),
  first: createPointers(capacity, before?.first),
  last: createPointers(capacity, before?.last),
  next: createPointers(capacity, before?.next),
  previous: createPointers(capacity, before?.previous),
  breadth: createNumbers(capacity, before?.breadth),
  length: createNumbers(capacity, before?.length),
  along: createNumbers(capacity, before?.along),
  end: createNumbers(capacity, before?.end),
  across: createNumbers(capacity, before?.across),
  offset: createNumbers(capacity, before?.offset),
  lowestLeft: createPointers(capacity, before?.lowestLeft),
  lowestRight: createPointers(capacity, before?.lowestRight),
  lowestLeftOffset: createNumbers(capacity, before?.lowestLeftOffset),
  lowestRightOffset: createNumbers(capacity, before?.lowestRightOffset),
  thread: createPointers(capacity, before?.thread),
  threadOffset: createNumbers(capacity, before?.threadOffset),
  threaded: createPointers(capacity, before?.threaded),
  mark: createBytes(capacity, before?.mark),
  queue: createPointers(capacity, before?.queue),
})

/** Resets the first rows. Columns that are written before they are read stay as they are. */
export function clearColumns({ parent, first, last, thread, threaded, threadOffset, mark }: TreeColumns, rows: number) {
  for (const column of [parent, first, last, thread, threaded]) column.fill(noNode, 0, rows)
  threadOffset.fill(0, 0, rows)
  mark.fill(layoutMarks.settled, 0, rows)
}

/** Attaches a detached node below `parent`, before its child `before`, or last. */
export function attachNode(columns: TreeColumns, node: number, parent: number, before: number): void {
  const { first, last, next, previous } = columns
  const elder = (before === noNode ? last[parent] : previous[before]) as number
  columns.parent[node] = parent
  previous[node] = elder
  next[node] = before
  if (elder === noNode) first[parent] = node
  else next[elder] = node
  if (before === noNode) last[parent] = node
  else previous[before] = node
}

export function detachNode(columns: TreeColumns, node: number): void {
  const { first, last, next, previous } = columns
  const parent = columns.parent[node] as number
  const elder = previous[node] as number
  const younger = next[node] as number
  if (elder === noNode) first[parent] = younger
  else next[elder] = younger
  if (younger === noNode) last[parent] = elder
  else previous[younger] = elder
  columns.parent[node] = noNode
  previous[node] = noNode
  next[node] = noNode
}

/** Tells whether `node` is `above` or one of its descendants. */
export function isInBranch(columns: TreeColumns, node: number, above: number): boolean {
  let at = node
  while (at !== noNode && at !== above) at = columns.parent[at] as number
  return at === above
}
