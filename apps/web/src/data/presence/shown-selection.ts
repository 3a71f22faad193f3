import { limits, type NodeId } from '@espalier/domain'

interface SelectionSenderOptions {
  /** Somebody is there to see it, and the server knows every node. */
  isWanted(): boolean
  /** False: it was not taken. */
  send(nodeIds: readonly NodeId[]): Promise<boolean>
}

export interface SelectionSender {
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
export function createSelectionSender({ isWanted, send }: SelectionSenderOptions): SelectionSender {
  let wanted: readonly NodeId[] = []
  let shown: string | null = emptySelection
  let isSending = false
  let isStopped = false
  let timer: number | undefined

  function look(): void {
    const isDue = wanted.join() !== shown && isWanted()
    if (isStopped || isSending || timer !== undefined || !isDue) return
    timer = window.setTimeout(() => void run(), throttleMs)
  }

  async function run(): Promise<void> {
    timer = undefined
    if (!isWanted()) return
    const sent = wanted.join()
    isSending = true
    shown = sent
    const isTaken = await send(wanted)
    isSending = false
    // Refused, it waits for the next occasion: asked again at once, it would be refused again.
    if (!isTaken) shown = shown === sent ? null : shown
    else look()
  }

  return {
    show(nodeIds) {
      wanted = nodeIds.slice(0, limits.presence.shownNodes)
      look()
    },
    sendIfDue: look,
    reset: () => void (shown = null),
    stop() {
      isStopped = true
      window.clearTimeout(timer)
      // With another tab still open, the person stays; what was selected in this one must not.
      if (shown !== emptySelection && shown !== null) void send([])
    },
  }
}
