import { type FieldDefinition, parseOwnValue, sameValue, type Stage } from '@espalier/domain'
import { type NodeView, readNodesById } from '../../database/nodes.ts'
import { type ListEntries, readNodeIdsUsing } from '../../database/write-nodes.ts'
import { changeNodes, type RequestedFields } from './change-nodes.ts'
import type { ProjectWrite } from './project-write.ts'

/** Nodes per statement and per event, so that a large project is changed in parts. */
const nodesPerBatch = 1_000

/**
 * Makes nodes follow the lists of their project as this transaction has changed them: a removed entry is no longer used,
 * a stage of another category changes the status, and values that a field can no longer have are removed.
 */
export async function removeFormerUses(write: ProjectWrite): Promise<void> {
  const affected = findAffectedEntries(write)
  if (Object.values(affected).every((ids: readonly string[]) => ids.length === 0)) return
  const ids = await readNodeIdsUsing(write.tx.client, write.project.id, affected)
  for (let at = 0; at < ids.length; at += nodesPerBatch) {
    const nodes = await readNodesById(write.tx.client, write.project.id, ids.slice(at, at + nodesPerBatch))
    await changeNodes(write, { each: new Map(nodes.map((node) => [node.id, followLists(write, node)])) })
  }
}

function findAffectedEntries({ project, definitions }: ProjectWrite): ListEntries {
  return {
    tagIds: listMissing(project.tags, definitions.tags),
    stageIds: listChanged(project.stages, definitions.stages, ({ category }: Stage) => category),
    fieldIds: listChanged(
      project.field_definitions,
      definitions.fieldDefinitions,
      ({ type, options }: FieldDefinition) => [type, options],
    ),
  }
}

interface Entry {
  readonly id: string
}

const listMissing = (before: readonly Entry[], after: readonly Entry[]): readonly string[] =>
  before.filter(({ id }) => !after.some((entry) => entry.id === id)).map(({ id }) => id)

/** Returns the ids of entries that are gone, or that differ in what matters to nodes. */
const listChanged = <Own extends Entry>(
  before: readonly Own[],
  after: readonly Own[],
  read: (entry: Own) => unknown,
): readonly string[] =>
  before
    .filter((entry) => {
      const now = after.find(({ id }) => id === entry.id)
      return now === undefined || !sameValue(read(entry), read(now))
    })
    .map(({ id }) => id)

function followLists({ definitions }: ProjectWrite, node: NodeView): RequestedFields {
  const { tags, stages, fieldDefinitions } = definitions
  const tagIds = node.tagIds.filter((id) => tags.some((tag) => tag.id === id))
  const fields = Object.entries(node.fields).flatMap(([id, value]): [string, null][] => {
    const definition = fieldDefinitions.find((one) => one.id === id)
    return definition === undefined || parseOwnValue(definition, value) === undefined ? [[id, null]] : []
  })
  const isStageThere = stages.some(({ id }) => id === node.stageId)
  return { tagIds, stageId: isStageThere ? node.stageId : null, fields: Object.fromEntries(fields) }
}
