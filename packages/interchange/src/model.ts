import type { Layout, NodeId, NodeStatus, ProjectId, Transition } from '@espalier/domain'

/** A node as it travels. Titles and bodies are rich text. */
export interface InterchangeNode {
  readonly id: NodeId
  /** The primary one first; of a root, none. */
  readonly parentIds: readonly NodeId[]
  readonly title: string
  /** '' where there is none. */
  readonly body: string
  readonly status: NodeStatus
  /** Siblings stand in the order of their positions. */
  readonly position: number
  readonly hideChildren: boolean
  readonly backgroundColor?: string
  readonly projectLink?: ProjectId
  readonly transitions?: readonly Transition[]
}

/** A project as it travels, in every format the same. Its title is plain text. */
export interface InterchangeProject {
  readonly title: string
  readonly body: string
  readonly layout?: Layout
  readonly nodes: readonly InterchangeNode[]
}

export interface ReadOptions {
  /** The file's name, for files that do not say what they are called. */
  readonly fileName?: string
  /** Cleans a title or a body; without it they pass the list of allowed tags alone. */
  readonly clean?: (html: string) => string
}
