/** Spread into `push`, a list of a hundred thousand would overflow the stack. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
