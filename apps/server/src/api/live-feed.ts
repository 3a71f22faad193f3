import type { ApiError } from './errors.ts'
import type { Viewer } from './viewer.ts'

/** What every live payload carries beside its data. */
export interface LiveExtensions {
  readonly seq: number
  /** The tab that caused it. */
  readonly clientId: string | null
}

/** The text of one event. The bytes of a long one are made once and shared by all who get it. */
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
  /** Those with the same key ask for the same: one text serves all of them who have the same rights. */
  readonly key: string
  readonly clientId: string | null
  /** Of its socket. */
  readonly connectionId: string
  /** Settled when all that the socket subscribed to before this is running or refused. */
  readonly earlier: Promise<void>
  /** Who it now is: rights may change while it runs. */
  viewer(): Viewer
  /** Whether a field of this name stands anywhere in what it asks for. */
  selectsField(field: string): boolean
  /** The text of an event, as this viewer may see it. */
  write(root: object, viewer: Viewer, extensions: LiveExtensions): Promise<LiveText>
  send(text: LiveText): void
  /** With a refusal the subscriber is told why; null: it is simply over. */
  end(refusal: ApiError | null): void
}

/** What a live field of Subscription answers. Whoever joins gets events until what `join` returned is called, once. */
export interface LiveFeed extends AsyncIterable<never> {
  join(subscriber: FeedSubscriber): () => void
}

export const createLiveFeed = (join: LiveFeed['join']): LiveFeed => ({
  join,
  [Symbol.asyncIterator]: () => {
    throw new Error('a feed is joined, not read')
  },
})

export const isLiveFeed = (source: object): source is LiveFeed => 'join' in source && typeof source.join === 'function'
