/** Lists of numbers one after the other: that of a node is from its start to the start of the next. */
export interface PackedLists {
  readonly starts: Int32Array<ArrayBuffer>
  readonly values: Int32Array<ArrayBuffer>
}

/** Returns the length of the list of a node. */
export const countIn = ({ starts }: PackedLists, at: number): number =>
  (starts[at + 1] as number) - (starts[at] as number)

/** Turns lists around: who has each number in its list. */
export function invertLists({ starts, values }: PackedLists): PackedLists {
  const size = starts.length - 1
  const inverse = { starts: new Int32Array(size + 1), values: new Int32Array(values.length) }
  for (const value of values) inverse.starts[value + 1] = (inverse.starts[value + 1] as number) + 1
  for (let at = 0; at < size; at += 1)
    inverse.starts[at + 1] = (inverse.starts[at + 1] as number) + (inverse.starts[at] as number)
  const next = inverse.starts.slice()
  for (let at = 0; at < size; at += 1) {
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1) {
      const value = values[index] as number
      inverse.values[next[value] as number] = at
      next[value] = (next[value] as number) + 1
    }
  }
  return inverse
}

/** Leaves out what is not open, because what is done blocks nothing. */
export function filterLists({ starts, values }: PackedLists, isOpen: (at: number) => boolean): PackedLists {
  const kept: number[] = []
  const keptStarts = new Int32Array(starts.length)
  for (let at = 0; at + 1 < starts.length; at += 1) {
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      if (isOpen(values[index] as number)) kept.push(values[index] as number)
    keptStarts[at + 1] = kept.length
  }
  return { starts: keptStarts, values: Int32Array.from(kept) }
}

/** Lists the numbers of the ids of each item, each once. */
export function packDistinct<Item>(
  items: readonly Item[],
  list: (item: Item) => readonly string[],
  getNumber: (id: string) => number,
): PackedLists {
  const starts = new Int32Array(items.length + 1)
  let most = 0
  for (let at = 0; at < items.length; at += 1) most += list(items[at] as Item).length
  const values = new Int32Array(most)
  let count = 0
  for (let at = 0; at < items.length; at += 1) {
    const ids = list(items[at] as Item)
    const isSingle = ids.length < 2
    for (const id of isSingle ? ids : new Set(ids)) {
      values[count] = getNumber(id)
      count += 1
    }
    starts[at + 1] = count
  }
  return { starts, values: values.subarray(0, count) }
}

/** Adds empty lists until there are so many. */
export function extendLists({ starts, values }: PackedLists, size: number): PackedLists {
  if (starts.length > size) return { starts, values }
  const more = new Int32Array(size + 1).fill(values.length)
  more.set(starts)
  return { starts: more, values }
}
