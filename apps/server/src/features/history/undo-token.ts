import {
  canRevertChange,
  describeNewerChange,
  type FieldValues,
  hourMs,
  type PastChange,
  revertChanges,
  type RevertedNode,
  shortenText,
  toExcerpt,
  undoTexts,
} from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { ApiError } from '../../api/errors.ts'
import type { Database } from '../../database/database.ts'
import { type NodeView, readNodesById } from '../../database/nodes.ts'
import {
  findNodesChangedByOthers,
  type LoggedWrite,
  readLoggedWrite,
  readTokenWrites,
} from '../../database/read-change-log.ts'
import {
  type Caller,
  isStoredId,
  type ProjectWrite,
  restoreProjectFields,
  type Writes,
  type WriteTransaction,
} from '../projects/index.ts'
import { historyPolicy } from './policy.ts'
import { findFormerProjectFields, readPastChanges, restoreFormerNodes } from './undo-change.ts'

interface TokenUndoOptions {
  readonly database: Database
  readonly writes: Writes
  readonly now?: () => Date
}

type Skipped = Api.SkippedUndo

const mostSkipped = 100

/**
 * Undoes what a token did in the last hour: one change of the person in each project. Only writes in the name of the
 * caller are found, so that nobody undoes anything with the id of somebody else's token.
 */
export async function undoTokenHour(
  { database, writes, now = () => new Date() }: TokenUndoOptions,
  caller: Caller,
  given: string,
): Promise<Api.TokenUndo> {
  const tokenId = given.toLowerCase()
  if (!isStoredId(tokenId)) return { undoneCount: 0, skipped: [] }
  const since = new Date(now().getTime() - hourMs)
  const made = await readTokenWrites(database.pool, { userId: caller.viewer.person.id, tokenId, since })
  const skipped: Skipped[] = []
  let undoneCount = 0
  for (const projectId of new Set(made.map((one) => one.projectId))) {
    const seqs = made.flatMap((one) => (one.projectId === projectId ? [one.write] : []))
    const undone = await undoInProject(writes, caller, { projectId, tokenId, seqs })
    undoneCount += undone.undoneCount
    skipped.push(...undone.skipped)
  }
  return { undoneCount, skipped: skipped.slice(0, mostSkipped) }
}

interface TokenWrites {
  readonly projectId: string
  readonly tokenId: string
  /** The latest first. */
  readonly seqs: readonly number[]
}

async function undoInProject(
  writes: Writes,
  caller: Caller,
  { projectId, tokenId, seqs }: TokenWrites,
): Promise<Api.TokenUndo> {
  try {
    return await writes.run(
      // The answer is that of several projects; a repeated request finds everything undone already.
      { ...caller, operationId: null },
      async (work) => {
        const write = await work.open(projectId, historyPolicy['change.undo'])
        const undo = createTokenUndo(work, write, tokenId)
        for (const seq of seqs) await undo.undoWrite(seq)
        return undo.finish()
      },
      { projectId },
    )
  } catch (error) {
    // The person may no longer edit this project; the others must not suffer from it.
    if (!(error instanceof ApiError)) throw error
    return { undoneCount: 0, skipped: [{ projectId, nodeId: null, title: '', reason: error.message }] }
  }
}

/** Undoes one write after the other in a single transaction. Each finds what the one before it has left. */
function createTokenUndo(work: WriteTransaction, write: ProjectWrite, tokenId: string) {
  const { client } = work.tx
  const { id: projectId, title: projectTitle } = write.project
  const skipped: Skipped[] = []
  const restored: Record<string, unknown> = {}
  let undoneCount = 0
  const skip = (nodeId: string | null, title: string, reason: string): void =>
    void skipped.push({ projectId, nodeId, title, reason })
  const skipProject = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    skip(null, shortenText(projectTitle), error.message)
  }

  const findProjectFields = (past: LoggedWrite): FieldValues => {
    try {
      return findFormerProjectFields(write, past, restored)
    } catch (error) {
      skipProject(error)
      return {}
    }
  }

  const findNodes = async (past: LoggedWrite): Promise<readonly RevertedNode[]> => {
    const changes = groupByNode(readPastChanges(past))
    const ids = [...changes.keys()]
    const present = new Map((await readNodesById(client, projectId, ids)).map((node) => [node.id, node]))
    const touched = await findNodesChangedByOthers(client, projectId, { ids, after: past.write, tokenId })
    return ids.flatMap((id) => {
      const own = changes.get(id) ?? []
      const found = revertNode(own, present.get(id), touched.has(id))
      if (Array.isArray(found)) return found as readonly RevertedNode[]
      skip(id, toExcerpt(present.get(id)?.title ?? ''), String(found))
      return []
    })
  }

  return {
    async undoWrite(seq: number): Promise<void> {
      const past = await readLoggedWrite(client, projectId, seq)
      if (past === null) return skip(null, shortenText(projectTitle), undoTexts.missing)
      const fields = findProjectFields(past)
      const nodes = await findNodes(past)
      try {
        await restoreFormerNodes(write, nodes)
      } catch (error) {
        return skipProject(error)
      }
      Object.assign(restored, fields)
      if (nodes.length > 0 || Object.keys(fields).length > 0) undoneCount += 1
    },
    async finish(): Promise<Api.TokenUndo> {
      await restoreProjectFields(work, write, restored)
      return { undoneCount, skipped }
    },
  }
}

function groupByNode(changes: readonly PastChange[]): ReadonlyMap<string, readonly PastChange[]> {
  const groups = new Map<string, PastChange[]>()
  for (const change of changes) {
    const own = groups.get(change.id)
    if (own === undefined) groups.set(change.id, [change])
    else own.push(change)
  }
  return groups
}

/** Returns what to restore, or why it stays as it is. */
function revertNode(
  changes: readonly PastChange[],
  present: NodeView | undefined,
  isTouched: boolean,
): readonly RevertedNode[] | string {
  const title = toExcerpt(present?.title ?? '')
  const isGone = present?.isDeleted ?? true
  if (!changes.some(canRevertChange)) return undoTexts.notByHand
  // Others have worked on a node that the token has made: it is theirs as well by now.
  const isCreation = changes.some(({ before }) => before === null)
  if (isCreation && isTouched && !isGone) return describeNewerChange(title, null, false)
  const former = revertChanges(changes, () => present && { ...present })
  return former.kind === 'former' ? former.nodes : describeNewerChange(title, former.field, isGone)
}
