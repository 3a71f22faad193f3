import {
  canRevertChange,
  describeNewerChange,
  type FieldValues,
  type PastChange,
  restoreNodes,
  revertChanges,
  type RevertedNode,
  sameValue,
  shortenText,
  toExcerpt,
  undoTexts,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { type NodeView, readNodesById } from '../../database/nodes.ts'
import { type LoggedWrite, readLoggedWrite } from '../../database/read-change-log.ts'
import { requireAccepted } from '../nodes/index.ts'
import {
  type Caller,
  changeNodes,
  type NodeFields,
  type ProjectWrite,
  restoreProjectFields,
  type Writes,
} from '../projects/index.ts'
import { historyPolicy } from './policy.ts'
import { isUndoableProjectField } from './read-history.ts'

const undoConflict = (text: string): ApiError => new ApiError('CONFLICT', text)

/** Undoes one write as a new write. Later changes of others and everything else stay. */
export function undoChange(
  writes: Writes,
  caller: Caller,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
): Promise<boolean> {
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, historyPolicy['change.undo'])
      const past = await readLoggedWrite(work.tx.client, write.project.id, seq)
      if (past === null) throw new ApiError('NOT_FOUND', undoTexts.missing)
      write.markAsUndoOf(past.write)
      const formerProject = findFormerProjectFields(write, past)
      const formerNodes = await findFormerNodes(write, past)
      if (Object.keys(formerProject).length === 0 && formerNodes.length === 0) throw undoConflict(undoTexts.nothingLeft)
      await restoreProjectFields(work, write, formerProject)
      await restoreFormerNodes(write, formerNodes)
      return true
    },
    { projectId },
  )
}

/** The fields of a project under the names of the log. */
export const readProjectFields = (project: ProjectWrite['project']): FieldValues => ({
  ...project,
  fieldDefinitions: project.field_definitions,
  estimateUnit: project.estimate_unit,
})

/** Returns the project's own fields that have to be restored. `restored`: those that were restored before. */
export function findFormerProjectFields(
  { project }: ProjectWrite,
  { rows }: LoggedWrite,
  restored: FieldValues = {},
): FieldValues {
  const former: Record<string, unknown> = {}
  const present = { ...readProjectFields(project), ...restored }
  for (const { kind, payload, before } of rows) {
    if (kind === 'project-created') throw undoConflict(undoTexts.notByHand)
    if (before === null) throw undoConflict(undoTexts.notKept)
    for (const [field, original] of Object.entries(before.project ?? {})) {
      if (!isUndoableProjectField(field)) throw undoConflict(undoTexts.notByHand)
      if (sameValue(present[field], original)) continue
      if (!sameValue(present[field], payload.project?.[field])) {
        throw undoConflict(describeNewerChange(shortenText(project.title), field, false))
      }
      former[field] = original
    }
  }
  return former
}

async function findFormerNodes(write: ProjectWrite, past: LoggedWrite): Promise<readonly RevertedNode[]> {
  const changes = readPastChanges(past)
  if (changes.length === 0) return []
  if (!changes.some(canRevertChange)) throw undoConflict(undoTexts.notByHand)
  const ids = [...new Set(changes.map(({ id }) => id))]
  const found = await readNodesById(write.tx.client, write.project.id, ids)
  const present = new Map<string, NodeView>(found.map((node) => [node.id, node]))
  const former = revertChanges(changes, (id) => {
    const node = present.get(id)
    return node && { ...node }
  })
  if (former.kind === 'former') return former.nodes
  const node = present.get(former.id)
  throw undoConflict(describeNewerChange(toExcerpt(node?.title ?? ''), former.field, node?.isDeleted ?? true))
}

/** Ignores nodes that were only repositioned. */
export const readPastChanges = ({ rows }: LoggedWrite): readonly PastChange[] =>
  rows.flatMap(({ payload, before }) => {
    const formerById = new Map((before?.nodes ?? []).map(({ id, ...fields }) => [id, fields]))
    return (payload.nodes ?? []).flatMap((patch): PastChange[] => {
      if (patch.projectId !== undefined) return [{ id: patch.id, before: null, after: patch }]
      const former = formerById.get(patch.id)
      return former === undefined ? [] : [{ id: patch.id, before: former, after: patch }]
    })
  })

const has = (list: readonly { readonly id: string }[], id: string): boolean => list.some((one) => one.id === id)

/** Tags, stages and own fields that the project no longer has do not come back. */
function keepKnownReferences({ definitions }: ProjectWrite, former: NodeFields): NodeFields {
  const { stageId, ...others } = former
  const { tagIds, fields } = others
  return {
    ...others,
    ...(tagIds !== undefined && { tagIds: tagIds.filter((id) => has(definitions.tags, id)) }),
    ...(fields !== undefined && {
      fields: Object.fromEntries(Object.entries(fields).filter(([id]) => has(definitions.fieldDefinitions, id))),
    }),
    ...(stageId !== undefined && (stageId === null || has(definitions.stages, stageId)) && { stageId }),
  }
}

export async function restoreFormerNodes(write: ProjectWrite, former: readonly RevertedNode[]): Promise<void> {
  if (former.length === 0) return
  const placements = former
    .map(({ place: placement }) => placement)
    .filter((placement) => Object.keys(placement).length > 1)
  const diffs = placements.length === 0 ? [] : requireAccepted(restoreNodes(await write.graph(), placements))
  const each = new Map(
    former.map(({ place: placement, fields }) => [placement.id, keepKnownReferences(write, fields as NodeFields)]),
  )
  const [first] = former
  await changeNodes(write, { diffs, each, ...(former.length === 1 && first && { mainId: first.place.id }) })
}
