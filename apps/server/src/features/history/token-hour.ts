import {
  canRevertChange,
  describeNewerChange,
  type FieldValues,
  hourMs,
  type PastChange,
  revertChanges,
  type RevertedNode,
  sameValue,
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
import { findFormerProjectFields, readPastChanges, readProjectFields, restoreFormerNodes } from './undo-change.ts'

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
        const undo = createTokenUndo(work, write, { tokenId, writes: await readWrites(write, seqs) })
        for (const seq of seqs) await undo.undoWrite(seq)
        return undo.finish()
      },
      { projectId },
    )
  } catch (error) {
    // The person may no longer edit this project; the other projects are undone all the same.
    if (!(error instanceof ApiError)) throw error
    return { undoneCount: 0, skipped: [{ projectId, nodeId: null, title: '', reason: error.message }] }
  }
}

type WritesBySeq = ReadonlyMap<number, LoggedWrite>

async function readWrites({ tx, project }: ProjectWrite, seqs: readonly number[]): Promise<WritesBySeq> {
  const found = new Map<number, LoggedWrite>()
  for (const seq of seqs) {
    const past = await readLoggedWrite(tx.client, project.id, seq)
    if (past !== null) found.set(seq, past)
  }
  return found
}

/** The values from before the first of these writes, by node; those of the project have its id. */
function collectOriginals(projectId: string, writes: WritesBySeq): ReadonlyMap<string, FieldValues> {
  const originals = new Map<string, FieldValues>()
  for (const { rows } of writes.values()) {
    for (const { before } of rows.toReversed()) {
      for (const fields of before?.nodes ?? []) originals.set(fields.id, { ...originals.get(fields.id), ...fields })
      if (before?.project) originals.set(projectId, { ...originals.get(projectId), ...before.project })
    }
  }
  return originals
}

interface TokenUndoRequest {
  readonly tokenId: string
  /** The latest first. */
  readonly writes: WritesBySeq
}

/** Undoes one write after the other in a single transaction. Each finds what the one before it has left. */
function createTokenUndo(work: WriteTransaction, write: ProjectWrite, { tokenId, writes }: TokenUndoRequest) {
  const { client } = work.tx
  const { id: projectId, title: projectTitle } = write.project
  const skipped: Skipped[] = []
  const restored: Record<string, unknown> = {}
  let undoneCount = 0
  const skip = (nodeId: string | null, title: string, reason: string): void =>
    void skipped.push({ projectId, nodeId, title, reason })
  const originals = collectOriginals(projectId, writes)
  /** A write that was undone before is not reported. */
  const isOriginal = (id: string, present: FieldValues, fields: readonly string[]): boolean =>
    fields.every((field) => sameValue(present[field] ?? null, originals.get(id)?.[field] ?? null))
  const skipProject = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    skip(null, shortenText(projectTitle), error.message)
  }

  const findProjectFields = (past: LoggedWrite): FieldValues => {
    try {
      return findFormerProjectFields(write, past, restored)
    } catch (error) {
      const fields = past.rows.flatMap(({ before }) => Object.keys(before?.project ?? {}))
      const present = { ...readProjectFields(write.project), ...restored }
      if (fields.length === 0 || !isOriginal(projectId, present, fields)) skipProject(error)
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
      if ('nodes' in found) return found.nodes
      const { reason, field } = found
      const isBack = field !== null && isOriginal(id, { ...present.get(id) }, [field])
      if (!isBack) skip(id, toExcerpt(present.get(id)?.title ?? ''), reason)
      return []
    })
  }

  return {
    async undoWrite(seq: number): Promise<void> {
      const past = writes.get(seq)
      if (past === undefined) return skip(null, shortenText(projectTitle), undoTexts.missing)
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

/** Returns the fields to restore, or the reason why they stay as they are. */
type NodeOutcome =
  | { readonly nodes: readonly RevertedNode[] }
  | { readonly reason: string; readonly field: string | null }

function revertNode(changes: readonly PastChange[], present: NodeView | undefined, isTouched: boolean): NodeOutcome {
  const title = toExcerpt(present?.title ?? '')
  const isGone = present?.isDeleted ?? true
  if (!changes.some(canRevertChange)) return { reason: undoTexts.notByHand, field: null }
  // Others have changed a node that the token created, so it stays.
  const isCreation = changes.some(({ before }) => before === null)
  if (isCreation && isTouched && !isGone) return { reason: describeNewerChange(title, null, false), field: null }
  const former = revertChanges(changes, () => present && { ...present })
  if (former.kind === 'former') return { nodes: former.nodes }
  return { reason: describeNewerChange(title, former.field, isGone), field: former.field }
}
