import type { NodeId } from '@espalier/domain'
import { type Cell, createCell } from '../../platform/cell.ts'
import { type Collaborator, readCollaborators, type SentSession } from './other.ts'
import { createSelectionSender } from './shown-selection.ts'

/** Who else is in a project, and what one shows them. */
export interface Presence {
  readonly others: Cell<readonly Collaborator[]>
  /** What is selected here, the current node first. */
  shareSelection(nodeIds: readonly NodeId[]): void
}

export interface PresenceController extends Presence {
  /** The list as the server sent it. */
  receive(sent: readonly SentSession[]): void
  /** The line is down: nobody knows who is there. */
  disconnected(): void
  /** What was edited here is stored now: the server knows the nodes that were made. */
  sendIfDue(): void
  stop(): void
}

interface PresenceOptions {
  ownIds(): readonly string[]
  canSend(): boolean
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

/** A line that is back by then has lost nobody. */
const disconnectGraceMs = 5_000
const noCollaborators: readonly Collaborator[] = []

export function createPresence({ ownIds, canSend, send }: PresenceOptions): PresenceController {
  const others = createCell(noCollaborators)
  const selection = createSelectionSender({ isWanted: () => others.get().length > 0 && canSend(), send })
  let timer: number | undefined
  return {
    others,
    shareSelection: selection.show,
    receive(sent) {
      window.clearTimeout(timer)
      others.set(readCollaborators(sent, ownIds(), others.get()))
      selection.sendIfDue()
    },
    disconnected() {
      window.clearTimeout(timer)
      selection.reset()
      timer = window.setTimeout(() => others.set(noCollaborators), disconnectGraceMs)
    },
    sendIfDue: selection.sendIfDue,
    stop() {
      window.clearTimeout(timer)
      selection.stop()
    },
  }
}
