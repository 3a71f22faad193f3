import {
  canTakeBack,
  excerptOf,
  type FieldValues,
  type FormerNode,
  type PastChange,
  restoreNodes,
  sameValue,
  shorten,
  takeBack,
  undoTexts,
} from '@espalier/domain'

import { type PastWrite, readWrite } from '../../database/history.ts'
import type { NodeView } from '../../database/node-record.ts'
import { readNodesById } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { accepted } from '../nodes/index.ts'
import {
  type Caller,
  changeNodes,
  type NodeFields,
  type ProjectWrite,
  restoreProject,
  type Writes,
} from '../projects/index.ts'
import { historyPolicy } from './policy.ts'
import { isUndoableField } from './undoable.ts'

const conflict = (text: string): ApiError => new ApiError('CONFLICT', text)

/** Takes back what one write did, as a write of its own. What somebody has changed since stays, and so does all the rest. */
export function undoChange(
  writes: Writes,
  caller: Caller,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
): Promise<boolean> {
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, historyPolicy['change.undo'])
      const past = await readWrite(work.tx.client, write.project.id, seq)
      if (past === null) throw new ApiError('NOT_FOUND', undoTexts.missing)
      write.undoes(past.write)
      const formerProject = projectBefore(write, past)
      const formerNodes = await nodesBefore(write, past)
      if (Object.keys(formerProject).length === 0 && formerNodes.length === 0) throw conflict(undoTexts.nothingLeft)
      restoreProject(work, write, formerProject)
      await restore(write, formerNodes)
      return true
    },
    { projectId },
  )
}

/** What of the project itself is to be as it was. */
function projectBefore({ project }: ProjectWrite, { rows }: PastWrite): FieldValues {
  const former: Record<string, unknown> = {}
  const present: FieldValues = { ...project }
  for (const { kind, payload, before } of rows) {
    if (kind === 'project-created') throw conflict(undoTexts.notByHand)
    if (before === null) throw conflict(undoTexts.notKept)
    for (const [field, was] of Object.entries(before.project ?? {})) {
      if (!isUndoableField(field)) throw conflict(undoTexts.notByHand)
      if (sameValue(present[field], was)) continue
      if (!sameValue(present[field], payload.project?.[field])) {
        throw conflict(undoTexts.changedSince(shorten(project.title), field, false))
      }
      former[field] = was
    }
  }
  return former
}

async function nodesBefore(write: ProjectWrite, past: PastWrite): Promise<readonly FormerNode[]> {
  const changes = changesIn(past)
  if (changes.length === 0) return []
  if (!changes.some(canTakeBack)) throw conflict(undoTexts.notByHand)
  const ids = [...new Set(changes.map(({ id }) => id))]
  const found = await readNodesById(write.tx.client, write.project.id, ids)
  const present = new Map<string, NodeView>(found.map((node) => [node.id, node]))
  const former = takeBack(changes, (id) => {
    const node = present.get(id)
    return node && { ...node }
  })
  if (former.kind === 'former') return former.nodes
  const node = present.get(former.id)
  throw conflict(undoTexts.changedSince(excerptOf(node?.title ?? ''), former.field, node?.isDeleted ?? true))
}

/** Those that only made room for others stay where they are. */
const changesIn = ({ rows }: PastWrite): readonly PastChange[] =>
  rows.flatMap(({ payload, before }) => {
    const formerById = new Map((before?.nodes ?? []).map(({ id, ...fields }) => [id, fields]))
    return (payload.nodes ?? []).flatMap((patch): PastChange[] => {
      if (patch.projectId !== undefined) return [{ id: patch.id, before: null, after: patch }]
      const former = formerById.get(patch.id)
      return former === undefined ? [] : [{ id: patch.id, before: former, after: patch }]
    })
  })

async function restore(write: ProjectWrite, former: readonly FormerNode[]): Promise<void> {
  if (former.length === 0) return
  const places = former.map(({ place }) => place).filter((place) => Object.keys(place).length > 1)
  const diffs = places.length === 0 ? [] : accepted(restoreNodes(await write.graph(), places))
  const each = new Map(former.map(({ place, fields }) => [place.id, fields as NodeFields]))
  const [first] = former
  await changeNodes(write, { diffs, each, ...(former.length === 1 && first && { mainId: first.place.id }) })
}
