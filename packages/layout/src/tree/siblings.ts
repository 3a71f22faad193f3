import { none, type TreeColumns } from './columns.ts'

/** Hangs a loose node below `parent`, before its child `before`, or last. */
export function hang(columns: TreeColumns, node: number, parent: number, before: number): void {
  const { first, last, next, previous } = columns
  const elder = (before === none ? last[parent] : previous[before]) as number
  columns.parent[node] = parent
  previous[node] = elder
  next[node] = before
  if (elder === none) first[parent] = node
  else next[elder] = node
  if (before === none) last[parent] = node
  else previous[before] = node
}

export function loosen(columns: TreeColumns, node: number): void {
  const { first, last, next, previous } = columns
  const parent = columns.parent[node] as number
  const elder = previous[node] as number
  const younger = next[node] as number
  if (elder === none) first[parent] = younger
  else next[elder] = younger
  if (younger === none) last[parent] = elder
  else previous[younger] = elder
  columns.parent[node] = none
  previous[node] = none
  next[node] = none
}

/** Whether `node` is `above`, or hangs somewhere below it. */
export function isWithin(columns: TreeColumns, node: number, above: number): boolean {
  let at = node
  while (at !== none && at !== above) at = columns.parent[at] as number
  return at === above
}
