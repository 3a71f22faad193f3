import { findRole, type ProjectId, readSharing } from '@espalier/domain'
import type { Replica } from '../replica/replica.ts'
import { type Cell, createCell } from './cell.ts'
import { type CopyWriter, createCopyWriter } from './copy-writer.ts'
import type { CopiedProject, LocalCopy } from './local-copy.ts'
import { cancelNothing } from './retry.ts'
import type { Clock, SentProject } from './transport.ts'

interface CopyClientOptions {
  /** Null if nothing may be stored. */
  readonly copy: LocalCopy | null
  /** Given if the project was opened from the copy. */
  readonly copied: CopiedProject | undefined
  readonly clock: Clock
  readonly replica: Replica
  readonly personId: string | null
  /** Returns the project as the server knows it. */
  readonly sent: () => SentProject
}

/** The copy of an open project, seen from its client. */
export interface CopyClient extends Pick<CopyWriter, 'changed' | 'flush' | 'remove' | 'stop'> {
  readonly isLocalCopy: Cell<boolean>
  readonly isStored: Cell<boolean>
  /** The server has answered. */
  heard(): void
}

/** The time the server has to answer before the person learns that they see a copy. */
const patienceMs = 1_000

export function createCopyClient(options: CopyClientOptions): CopyClient {
  const { copy, copied, clock, replica, personId, sent } = options
  const isLocalCopy = createCell(false)
  const storedSeq = copied === undefined || copied.isOutdated ? null : copied.seq
  const isStored = createCell(storedSeq !== null)
  const cancelMark = copied === undefined ? cancelNothing : clock.schedule(patienceMs, () => void isLocalCopy.set(true))
  const writer =
    copy === null
      ? null
      : createCopyWriter({
          copy,
          clock,
          storedSeq,
          onStored: () => isStored.set(true),
          project: sent,
          seq: () => replica.seq,
          takeConfirmed: replica.takeReceived,
          confirmed: replica.confirmed,
          confirmedNodes: replica.confirmedNodes,
          mayStore: (project) => maySee(project, personId),
        })
  const changed = (): void => writer?.changed()
  return {
    isLocalCopy,
    isStored,
    heard() {
      cancelMark()
      isLocalCopy.set(false)
      changed()
    },
    changed,
    flush: () => writer?.flush(),
    remove: () => writer?.remove() ?? Promise.resolve(),
    stop() {
      cancelMark()
      writer?.stop()
    },
  }
}

/** Returns whether somebody may have a copy of the project: a person who can see it, as long as it is not in Trash. */
const maySee = ({ owner, sharing, status }: SentProject, personId: string | null): boolean =>
  personId !== null && status !== 'deleted' && findRole(personId, { owner, sharing: readSharing(sharing) }) !== 'none'

/** Null if there is no copy, or none that can be read. */
export async function readCopy(
  id: ProjectId,
  personId: string | null,
  copy: LocalCopy | null,
): Promise<CopiedProject | null> {
  const copied = (await copy?.readProject(id).catch(() => null)) ?? null
  if (copied === null || maySee(copied.project, personId)) return copied
  await copy?.removeProject(id).catch(cancelNothing)
  return null
}
