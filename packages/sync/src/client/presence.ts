import { formatPersonName, limits, type NodeId } from '@espalier/domain'
import { type Cell, createCell } from './cell.ts'
import { cancelNothing } from './retry.ts'
import { collaboratorTexts } from './texts.ts'
import type { Clock } from './transport.ts'

/** Somebody who has the project open, as the API sends it. */
export interface SentSession {
  readonly id: string
  readonly email: string | null
  readonly picture: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly colour: string
  readonly nodeIds: readonly NodeId[]
}

/** Another person who has the project open. */
export interface Collaborator {
  readonly id: string
  readonly name: string
  readonly picture: string
  /** A color as #rrggbb, dark enough for white text. */
  readonly colour: string
  /** Their selected nodes, the current one first. Some may be deleted by now. */
  readonly nodeIds: readonly NodeId[]
}

/** The id of a client without a signed-in person begins with this. */
export const guestPrefix = 'guest:'

const formatCollaboratorName = (session: SentSession): string =>
  formatPersonName(session) ||
  (session.id.startsWith(guestPrefix) ? collaboratorTexts.guest : collaboratorTexts.someone)

const isSameCollaborator = (left: Collaborator, right: Collaborator): boolean =>
  left.name === right.name &&
  left.picture === right.picture &&
  left.colour === right.colour &&
  left.nodeIds.join() === right.nodeIds.join()

/** Returns everybody but oneself. Unchanged people keep their object, and an unchanged list stays the same. */
function readCollaborators(
  sent: readonly SentSession[],
  ownIds: readonly string[],
  before: readonly Collaborator[],
): readonly Collaborator[] {
  const known = new Map(before.map((other) => [other.id, other]))
  const others = sent
    .filter(({ id }) => !ownIds.includes(id))
    .map((session): Collaborator => {
      const { id, picture, colour, nodeIds } = session
      const other = { id, name: formatCollaboratorName(session), picture, colour, nodeIds }
      const former = known.get(id)
      return former !== undefined && isSameCollaborator(former, other) ? former : other
    })
  const isAsBefore = others.length === before.length && others.every((other, index) => other === before[index])
  return isAsBefore ? before : others
}

interface SelectionSenderOptions {
  readonly clock: Clock
  /** True when somebody is there to see the selection and the server knows all its nodes. */
  isWanted(): boolean
  /** Resolves to false if the server rejected it. */
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

interface SelectionSender {
  show(nodeIds: readonly NodeId[]): void
  /** Sends the selection if it is wanted now. */
  sendIfDue(): void
  /** Forgets which selection the server has. */
  reset(): void
  stop(): void
}

const throttleMs = 200
const emptySelection = ''

/** Shares the selection with others: the latest state, a few times a second at most. */
function createSelectionSender({ clock, isWanted, send }: SelectionSenderOptions): SelectionSender {
  let wanted: readonly NodeId[] = []
  let shown: string | null = emptySelection
  let isSending = false
  let isStopped = false
  let cancelSend: (() => void) | null = null

  function sendIfDue(): void {
    const isDue = wanted.join() !== shown && isWanted()
    if (isStopped || isSending || cancelSend !== null || !isDue) return
    cancelSend = clock.schedule(throttleMs, () => void run())
  }

  async function run(): Promise<void> {
    cancelSend = null
    if (!isWanted()) return
    const sent = wanted.join()
    isSending = true
    shown = sent
    const isTaken = await send(wanted)
    isSending = false
    // A rejected selection waits for the next occasion, because an immediate retry would be rejected again.
    if (!isTaken) shown = shown === sent ? null : shown
    else sendIfDue()
  }

  return {
    show(nodeIds) {
      wanted = nodeIds.slice(0, limits.presence.shownNodes)
      sendIfDue()
    },
    sendIfDue,
    reset: () => void (shown = null),
    stop() {
      isStopped = true
      cancelSend?.()
      // The person stays present while another tab is open, so this tab's selection must be cleared.
      if (shown !== emptySelection && shown !== null) void send([])
    },
  }
}

/** The other people in a project, and the selection shown to them. */
export interface Presence {
  readonly others: Cell<readonly Collaborator[]>
  /** Shares the local selection, the current node first. */
  shareSelection(nodeIds: readonly NodeId[]): void
}

export interface PresenceController extends Presence {
  /** Takes over the list that the server sent. */
  receive(sent: readonly SentSession[]): void
  /** The connection is down, so nobody knows who is there. */
  disconnected(): void
  /** Pending edits are stored, so the server knows the new nodes. */
  sendIfDue(): void
  stop(): void
}

interface PresenceOptions {
  readonly clock: Clock
  ownIds(): readonly string[]
  canSend(): boolean
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

/** A connection that returns within this time has lost nobody. */
const disconnectGraceMs = 5_000
const noCollaborators: readonly Collaborator[] = []

export function createPresence({ clock, ownIds, canSend, send }: PresenceOptions): PresenceController {
  const others = createCell(noCollaborators)
  const selection = createSelectionSender({ clock, isWanted: () => others.get().length > 0 && canSend(), send })
  let cancelDisconnect = cancelNothing
  return {
    others,
    shareSelection: selection.show,
    receive(sent) {
      cancelDisconnect()
      others.set(readCollaborators(sent, ownIds(), others.get()))
      selection.sendIfDue()
    },
    disconnected() {
      cancelDisconnect()
      selection.reset()
      cancelDisconnect = clock.schedule(disconnectGraceMs, () => others.set(noCollaborators))
    },
    sendIfDue: selection.sendIfDue,
    stop() {
      cancelDisconnect()
      selection.stop()
    },
  }
}
