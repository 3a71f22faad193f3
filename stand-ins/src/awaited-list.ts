import { EventEmitter, once } from 'node:events'

/** A list that a test can wait on. */
export interface AwaitedList<Item> {
  readonly items: readonly Item[]
  push(item: Item): void
  /** Resolves to the items as soon as there are this many. */
  atLeast(count: number): Promise<readonly Item[]>
}

export function createAwaitedList<Item>(): AwaitedList<Item> {
  const items: Item[] = []
  const events = new EventEmitter().setMaxListeners(0)
  return {
    items,
    push(item) {
      items.push(item)
      events.emit('item')
    },
    async atLeast(count) {
      while (items.length < count) await once(events, 'item')
      return items
    },
  }
}
