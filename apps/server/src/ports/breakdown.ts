import type { NodeStatus } from '@espalier/domain'

/** A node to be broken down and its surroundings. Titles are text. */
export interface BreakdownSubject {
  readonly project: string
  /** The titles from the root to the node itself. */
  readonly path: readonly string[]
  readonly siblings: readonly string[]
  readonly existingChildren: readonly string[]
  /** The node's own description as HTML. */
  readonly body: string
}

/** A suggested child, already cleaned and ready to store. */
export interface Idea {
  /** Text. */
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly status: NodeStatus
}

/** A source of ideas. */
export interface IdeaSource {
  /** The source's name in the usage records. */
  readonly name: string
  /** Named as the author of proposed ideas; null: they are the person's own words. */
  readonly writerName: string | null
  /** Further ideas are ignored. */
  readonly maxIdeas: number
  /** Explains why it cannot break this node down; null if it can. */
  explainRefusal(subject: BreakdownSubject): string | null
  /** One by one, as they are made. Throws AiServiceError. */
  ideas(subject: BreakdownSubject, signal: AbortSignal): AsyncIterable<Idea>
}

/** A request to an AI service. */
export interface WritingPrompt {
  /** The instructions, written by us alone. */
  readonly task: string
  /** The data as one JSON object, which contains texts written by people. */
  readonly material: string
  /** The JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly mostTokens: number
}

/** An AI service that writes text. */
export interface AiWriter {
  readonly name: string
  /** The text of the answer, in as many pieces as it comes. Throws AiServiceError. */
  write(question: WritingPrompt, signal: AbortSignal): AsyncIterable<string>
}

export interface AiServiceErrorDetails {
  /** Whether a retry may succeed soon. */
  readonly isPassing?: boolean
  /** Whether the service is failing. Defaults to isPassing. */
  readonly isDown?: boolean
  /** How long the service asks us to wait. */
  readonly retryAfterMs?: number | null
}

/** The service failed. The message is for the user: plain words and no secrets. */
export class AiServiceError extends Error {
  override readonly name = 'AiServiceError'
  readonly isPassing: boolean
  readonly isDown: boolean
  readonly retryAfterMs: number | null

  constructor(message: string, failing: AiServiceErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    const { isPassing = false, isDown = isPassing, retryAfterMs = null } = failing
    this.isPassing = isPassing
    this.isDown = isDown
    this.retryAfterMs = retryAfterMs
  }
}
