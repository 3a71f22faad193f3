import type { ApiError } from './errors.ts'
import type { Viewer } from './viewer.ts'

/** The extensions that every live payload carries next to its data. */
export interface LiveExtensions {
  readonly seq: number
  /** The tab that caused the event. */
  readonly clientId: string | null
}

/** The text of one event. The bytes of a long one are created once and shared by all subscribers. */
export interface LiveText {
  readonly text: string
  bytes(): Buffer
}

export function createLiveText(text: string): LiveText {
  let bytes: Buffer | undefined
  return { text, bytes: () => (bytes ??= Buffer.from(text)) }
}

/** One running subscription of one socket. */
export interface FeedSubscriber {
  /** Subscriptions with the same key select the same: one text serves all of them that have the same rights. */
  readonly key: string
  readonly clientId: string | null
  /** The id of its socket. */
  readonly connectionId: string
  /** Resolves when all earlier subscriptions of the socket are running or refused. */
  readonly earlier: Promise<void>
  /** The current viewer, because rights may change while the subscription runs. */
  viewer(): Viewer
  /** Whether a field of this name occurs anywhere in the selection. */
  selectsField(field: string): boolean
  /** Writes the text of an event as this viewer may see it. */
  write(root: object, viewer: Viewer, extensions: LiveExtensions): Promise<LiveText>
  send(text: LiveText): void
  /** With a refusal the subscriber gets the reason; null ends the subscription normally. */
  end(refusal: ApiError | null): void
}

/**
 * The source of a live field of Subscription. A subscriber gets events until it calls, once, the function that `join`
 * returned.
 */
export interface LiveFeed extends AsyncIterable<never> {
  join(subscriber: FeedSubscriber): () => void
}

export const createLiveFeed = (join: LiveFeed['join']): LiveFeed => ({
  join,
  [Symbol.asyncIterator]: () => {
    throw new Error('a live feed must be joined, not iterated')
  },
})

export const isLiveFeed = (source: object): source is LiveFeed => 'join' in source && typeof source.join === 'function'
