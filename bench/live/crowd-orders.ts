/** The subscribers that join. */
export interface Joining {
  readonly url: string
  readonly count: number
  /** Null: a bare socket, to which nothing has to be sent. */
  readonly project: ProjectJoining | null
  /** They stop reading once they have joined. */
  readonly isStalled: boolean
}

export interface ProjectJoining {
  readonly cookie: string
  /** Each subscribes to the next of these. */
  readonly ids: readonly string[]
  /** The fields they keep listening to; all are certain to listen when they have joined. */
  readonly fields: readonly string[]
}

/** The commands of the parent to the process that holds the sockets. */
export type CrowdOrder =
  | { readonly kind: 'join'; readonly name: string; readonly joining: Joining }
  /** Answered once this many messages arrived, or the time is over. */
  | { readonly kind: 'take'; readonly name: string; readonly wanted: number }
  | { readonly kind: 'leave'; readonly name: string }
