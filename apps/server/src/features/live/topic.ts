import type { LiveExtensions, FeedSubscriber } from '../../transport/graphql/feed.ts'

/** Something to be told to the subscribers of one field. */
export interface RoomEvent {
  readonly extensions: LiveExtensions
  /** Those with the same answer get the same text. Null: this one may not know, and is left out. */
  audienceFor(subscriber: FeedSubscriber): string | null
  /** What there is to tell to this one and everyone of its audience. */
  rootFor(subscriber: FeedSubscriber, audience: string): object
}

/** The subscribers of one field of one project, by what they ask for. */
export interface EventChannel {
  readonly size: number
  add(subscriber: FeedSubscriber): void
  remove(subscriber: FeedSubscriber): void
  subscribers(): Iterable<FeedSubscriber>
  /** One execution and one text for all who ask for the same and may see the same. */
  publish(telling: RoomEvent): Promise<void>
}

export function createEventChannel(): EventChannel {
  const groups = new Map<string, Set<FeedSubscriber>>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(subscriber) {
      const group = groups.get(subscriber.key) ?? new Set()
      groups.set(subscriber.key, group.add(subscriber))
      size += 1
    },
    remove(subscriber) {
      const group = groups.get(subscriber.key)
      if (group?.delete(subscriber) !== true) return
      size -= 1
      if (group.size === 0) groups.delete(subscriber.key)
    },
    *subscribers() {
      for (const group of groups.values()) yield* group
    },
    async publish(telling) {
      for (const group of groups.values()) {
        for (const audience of groupByAudience(group, telling)) await sendToAudience(group, audience, telling)
      }
    },
  }
}

type Audience = readonly [name: string, subscribers: readonly FeedSubscriber[]]

function groupByAudience(group: ReadonlySet<FeedSubscriber>, telling: RoomEvent): Iterable<Audience> {
  const audiences = new Map<string, FeedSubscriber[]>()
  for (const subscriber of group) {
    const name = telling.audienceFor(subscriber)
    if (name === null) continue
    const audience = audiences.get(name)
    if (audience === undefined) audiences.set(name, [subscriber])
    else audience.push(subscriber)
  }
  return audiences
}

async function sendToAudience(
  group: ReadonlySet<FeedSubscriber>,
  [audience, subscribers]: Audience,
  telling: RoomEvent,
): Promise<void> {
  const [first] = subscribers
  if (first === undefined) return
  const text = await first.write(telling.rootFor(first, audience), first.viewer(), telling.extensions)
  for (const subscriber of subscribers) {
    // Whoever was ended while the text was made must hear no more.
    if (group.has(subscriber)) subscriber.send(text)
  }
}
