import type { NodeId } from '@espalier/domain'
import { type Cell, createCell } from '../../platform/cell.ts'
import { type Other, othersIn, type SentSession } from './other.ts'
import { shownSelection } from './shown-selection.ts'

/** Who else is in a project, and what one shows them. */
export interface Presence {
  readonly others: Cell<readonly Other[]>
  /** What is selected here, the current node first. */
  show(nodeIds: readonly NodeId[]): void
}

export interface PresenceLine extends Presence {
  /** The list as the server sent it. */
  heard(sent: readonly SentSession[]): void
  /** The line is down: nobody knows who is there. */
  lost(): void
  /** What was edited here is stored now: the server knows the nodes that were made. */
  look(): void
  stop(): void
}

interface PresenceParts {
  ownIds(): readonly string[]
  canSend(): boolean
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

/** A line that is back by then has lost nobody. */
const patienceMs = 5_000
const nobody: readonly Other[] = []

export function createPresence({ ownIds, canSend, send }: PresenceParts): PresenceLine {
  const others = createCell(nobody)
  const selection = shownSelection({ isWanted: () => others.get().length > 0 && canSend(), send })
  let timer: number | undefined
  return {
    others,
    show: selection.show,
    heard(sent) {
      window.clearTimeout(timer)
      others.set(othersIn(sent, ownIds(), others.get()))
      selection.look()
    },
    lost() {
      window.clearTimeout(timer)
      selection.forget()
      timer = window.setTimeout(() => others.set(nobody), patienceMs)
    },
    look: selection.look,
    stop() {
      window.clearTimeout(timer)
      selection.stop()
    },
  }
}
