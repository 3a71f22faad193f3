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
