import type { ProjectId } from '@espalier/domain'
import type { NodeRecord, Overwritten, Replica, SentNode } from '@espalier/sync'
import { clientId } from '../../api/graphql/client-id.ts'
import type { PresenceController } from '../../api/presence.ts'
import { auth } from '../../api/session/session.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { createCatchUp } from './catch-up.ts'
import { listenLive } from './live.ts'
import type { ProjectCell } from './project-cell.ts'
import { resolveDoubt } from './resolve-doubt.ts'
import type { Rights } from './rights.ts'

export interface UpToDateParts {
  readonly projectId: ProjectId
  readonly replica: Replica
  readonly project: ProjectCell
  readonly rights: Rights
  readonly presence: Pick<PresenceController, 'receive' | 'disconnected'>
  readonly adopt: (sent: SentNode) => NodeRecord
  onOverwritten(lost: readonly Overwritten[]): void
}

export interface UpToDate {
  /** Whatever happens is heard. */
  readonly isListening: boolean
  /** Nothing is heard, and has not been for a while. */
  readonly isDeaf: Cell<boolean>
  /** Something may be left open that has to be asked about. */
  look(): void
  /** Asks for what was not heard so far. */
  catchUp(): Promise<void>
  tryAgain(): void
  stop(): void
}

/** Hears what others do, and asks for what was not heard. */
export function stayUpToDate(parts: UpToDateParts): UpToDate {
  const { projectId, replica, project, rights, presence, adopt, onOverwritten } = parts
  const catchUp = createCatchUp({
    projectId,
    question: replica.ask,
    onChanges: ({ nodes, ...heard }) => onOverwritten(replica.catchUp({ ...heard, nodes: nodes.map(adopt) })),
    onReload: ({ nodes, ...heard }) => onOverwritten(replica.reload({ ...heard, nodes: nodes.map(adopt) })),
    onProject: project.take,
  })
  const doubt = resolveDoubt({
    isBehind: () => replica.isBehind,
    isUnsure: () => replica.isUnsure && replica.unsent().length === 0,
    isListening: () => live.isListening,
    catchUp: () => catchUpWith(replica.isBehind),
  })
  /** What happened to the project itself is in no list of changed nodes. */
  function catchUpWith(isGap: boolean): Promise<void> {
    if (isGap) void rights.askAgain()
    return catchUp()
  }
  const isDeaf = createCell(false)
  const live = listenLive({
    projectId,
    onEvent({ seq, clientId: from, nodes, project: now }) {
      if (now !== null) project.take(now)
      onOverwritten(replica.receive({ seq, isOwn: from === clientId, nodes: nodes.map(adopt) }))
      doubt.look()
    },
    onListening: (seq) => void catchUpWith(seq > replica.seq),
    onSessions: presence.receive,
    onLost: presence.disconnected,
    onDeaf: isDeaf.set,
    async onEnded(isSessionOver) {
      const isSeen = await rights.askAgain()
      // Where everybody may look, the project stays; but it is somebody else who looks now.
      if (isSeen && isSessionOver) await auth.check()
      return isSeen
    },
  })
  return {
    isDeaf,
    get isListening() {
      return live.isListening
    },
    look: doubt.look,
    catchUp: () => catchUpWith(false),
    tryAgain: live.tryAgain,
    stop() {
      doubt.stop()
      live.stop()
    },
  }
}
