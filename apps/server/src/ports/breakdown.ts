import type { NodeStatus } from '@espalier/domain'

/** A node that is to be broken down, and what lies around it. Titles are text. */
export interface BreakdownSubject {
  readonly project: string
  /** From the root to the node itself. */
  readonly path: readonly string[]
  readonly siblings: readonly string[]
  readonly existingChildren: readonly string[]
  /** The node's own description, as HTML. */
  readonly body: string
}

/** A child that is suggested, clean: it can be stored as it is. */
export interface Idea {
  /** Text. */
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly status: NodeStatus
}

/** Where ideas come from. */
export interface IdeaSource {
  /** Who makes them, as the usage tells it. */
  readonly name: string
  /** More than these are not taken. */
  readonly maxIdeas: number
  /** What a person is told of a node that it can make nothing of; null: it may be asked. */
  explainRefusal(subject: BreakdownSubject): string | null
  /** One by one, as they are made. Throws AiServiceError. */
  ideas(subject: BreakdownSubject, signal: AbortSignal): AsyncIterable<Idea>
}

/** What a writing service is asked. */
export interface WritingPrompt {
  /** What it shall do; ours alone. */
  readonly task: string
  /** What it shall do it with: one JSON object. People have written what is in it. */
  readonly material: string
  /** The JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly mostTokens: number
}

/** A service that writes. */
export interface AiWriter {
  readonly name: string
  /** The text of the answer, in as many pieces as it comes. Throws AiServiceError. */
  write(question: WritingPrompt, signal: AbortSignal): AsyncIterable<string>
}

export interface AiServiceErrorDetails {
  /** It may go better in a moment. */
  readonly isPassing?: boolean
  /** It did not answer as a service that is well. Left out: as isPassing. */
  readonly isDown?: boolean
  /** When the service wants to be asked again. */
  readonly retryAfterMs?: number | null
}

/** The service did not do it. The message is for the person who asked: plain words, and no secret. */
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
