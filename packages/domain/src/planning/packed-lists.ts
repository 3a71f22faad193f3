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
