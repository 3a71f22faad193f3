import { randomUUID } from 'node:crypto'
import { matchDefinitions, planLimits, type ProjectDefinitions, type ReferencedLists } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'

type ChangedLists = Partial<Pick<ProjectDefinitions, 'tags' | 'stages' | 'fieldDefinitions'>>

/**
 * Returns the lists of a project with the tags, stages and own fields that imported nodes use and the project does not
 * have. Lists that stay are missing. The names in a list are unique, and a full list stays as it is.
 */
export function addMissingEntries(
  file: ReferencedLists,
  present: ReferencedLists,
  nodes: readonly InterchangeNode[],
): ChangedLists {
  const known = matchDefinitions(file, present, () => false)
  const used = {
    tags: new Set(nodes.flatMap(({ tagIds = [] }) => tagIds)),
    stages: new Set(nodes.flatMap(({ stageId }) => stageId ?? [])),
    fields: new Set(nodes.flatMap(({ fields = {} }) => Object.keys(fields))),
  }
  const isMissing = (name: keyof typeof used) => (entry: { readonly id: string }) =>
    used[name].has(entry.id) && !known[name].has(entry.id)
  const tags = extendList(present.tags, file.tags.filter(isMissing('tags')), planLimits.tags)
  const stages = extendList(present.stages, file.stages.filter(isMissing('stages')), planLimits.stages)
  const fieldDefinitions = extendList(
    present.fieldDefinitions,
    file.fieldDefinitions.filter(isMissing('fields')),
    planLimits.fields,
  )
  return {
    ...(tags !== null && { tags }),
    ...(stages !== null && { stages }),
    ...(fieldDefinitions !== null && { fieldDefinitions }),
  }
}

/** Ids are unique across projects, so the new entries get ids of their own. Null: nothing is added. */
function extendList<Entry extends { readonly id: string; readonly name: string }>(
  present: readonly Entry[],
  missing: readonly Entry[],
  most: number,
): readonly Entry[] | null {
  const names = new Set(present.map(({ name }) => name))
  const added = missing
    .filter(({ name }) => !names.has(name))
    .slice(0, Math.max(0, most - present.length))
    .map((entry): Entry => ({ ...entry, id: randomUUID() }))
  return added.length === 0 ? null : [...present, ...added]
}
