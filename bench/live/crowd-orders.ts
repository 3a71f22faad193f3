/** Who shall join. */
export interface Joining {
  readonly url: string
  readonly count: number
  /** Null: a bare socket, to which nothing has to be said. */
  readonly project: ProjectJoining | null
  /** They stop reading once they have joined. */
  readonly isStalled: boolean
}

export interface ProjectJoining {
  readonly cookie: string
  /** Each goes to the next of these. */
  readonly ids: readonly string[]
  /** What they go on listening to; all are sure to listen when they have joined. */
  readonly fields: readonly string[]
}

/** What the parent asks of the process that holds the sockets. */
export type CrowdOrder =
  | { readonly kind: 'join'; readonly name: string; readonly joining: Joining }
  /** Once so many messages were heard, or hope is lost. */
  | { readonly kind: 'take'; readonly name: string; readonly wanted: number }
  | { readonly kind: 'leave'; readonly name: string }
