import type { NodeStatus } from './status/node-status.ts'

/** A node and what hangs below it, as it is copied, pasted, imported and exported. Titles and bodies are rich text. */
export interface Branch {
  readonly title: string
  readonly body?: string
  readonly status?: NodeStatus
  readonly backgroundColor?: string
  readonly hideChildren?: boolean
  readonly children: readonly Branch[]
}
