import { noNode, type TreeColumns } from './columns.ts'

/** Hangs a loose node below `parent`, before its child `before`, or last. */
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

/** Whether `node` is `above`, or hangs somewhere below it. */
export function isInBranch(columns: TreeColumns, node: number, above: number): boolean {
  let at = node
  while (at !== noNode && at !== above) at = columns.parent[at] as number
  return at === above
}
