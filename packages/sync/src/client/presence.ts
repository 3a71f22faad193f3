import { limits, type NodeId } from '@espalier/domain'
import { type Cell, createCell } from './cell.ts'
import { cancelNothing } from './retry.ts'
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

/** Somebody else who has the project open. */
export interface Collaborator {
  readonly id: string
  readonly name: string
  readonly picture: string
  /** As #rrggbb, dark enough for white text. */
  readonly colour: string
  /** What they have selected, the node they stand on first. It may be deleted by now. */
  readonly nodeIds: readonly NodeId[]
}

/** The id of a client that nobody is signed in on begins with this. */
export const guestPrefix = 'guest:'
function formatCollaboratorName({ id, firstname, lastname, email }: SentSession): string {
  const name = [firstname, lastname].filter((part) => part).join(' ')
  return name || email || (id.startsWith(guestPrefix) ? 'Guest' : 'Someone')
}

const isSameCollaborator = (left: Collaborator, right: Collaborator): boolean =>
  left.name === right.name &&
  left.picture === right.picture &&
  left.colour === right.colour &&
  left.nodeIds.join() === right.nodeIds.join()

/** Everybody but oneself. Whoever is as before is the same object, and if all are, so is the list. */
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
  /** Somebody is there to see it, and the server knows every node. */
  isWanted(): boolean
  /** False: it was not taken. */
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

interface SelectionSender {
  show(nodeIds: readonly NodeId[]): void
  /** It may be wanted now. */
  sendIfDue(): void
  /** What the server has of it is no longer known. */
  reset(): void
  stop(): void
}

const throttleMs = 200
const emptySelection = ''

/** Shows the others what is selected here: the last state, a few times a second at most. */
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
    // Refused, it waits for the next occasion: asked again at once, it would be refused again.
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
      // With another tab still open, the person stays; what was selected in this one must not.
      if (shown !== emptySelection && shown !== null) void send([])
    },
  }
}

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
  readonly clock: Clock
  ownIds(): readonly string[]
  canSend(): boolean
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

/** A line that is back by then has lost nobody. */
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
