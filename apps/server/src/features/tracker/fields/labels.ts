import { randomUUID } from 'node:crypto'
import { cleanLine, limits, planLimits, type Tag } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { ProjectWrite, RequestedFields } from '../../projects/index.ts'

/** Labels have no spaces. A label maps back to the tag that has this form. */
export const toLabel = (tagName: string): string => tagName.trim().replaceAll(/\s+/gu, '_')

export const splitLabels = (token: string | undefined): readonly string[] =>
  token === undefined || token === '' ? [] : token.split(' ')

export const joinLabels = (labels: Iterable<string>): string => [...new Set(labels)].toSorted().join(' ')

export interface LabelChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

interface LabelPlan {
  /** The labels that the issue has to get. */
  readonly push: LabelChange
  /** The tags that the node has to get. */
  readonly take: LabelChange
}

interface LabelStates {
  readonly ours: string
  readonly agreedOurs: string | undefined
  readonly theirs: string
  readonly agreedTheirs: string | undefined
  readonly sent: string | undefined
}

/** Each side gets what the other one added and loses what it removed. Before the first agreement nothing is removed. */
export function mergeLabels(states: LabelStates): LabelPlan {
  const ours = new Set(splitLabels(states.ours))
  const theirs = new Set(splitLabels(states.theirs))
  // The labels that we sent may have arrived although no response came.
  const sent = splitLabels(states.sent)
  const agreedOurs = new Set([...splitLabels(states.agreedOurs), ...sent])
  const agreedTheirs = new Set([...splitLabels(states.agreedTheirs), ...sent.filter((label) => theirs.has(label))])
  return {
    push: {
      add: [...ours].filter((label) => !agreedOurs.has(label) && !theirs.has(label)),
      remove: [...agreedOurs].filter((label) => !ours.has(label) && theirs.has(label)),
    },
    take: {
      add: [...theirs].filter((label) => !agreedTheirs.has(label) && !ours.has(label)),
      remove: [...agreedTheirs].filter((label) => !theirs.has(label) && ours.has(label)),
    },
  }
}

/** The tags of these labels, and the project's tags with the new ones. Labels that cannot be tags are left out. */
function findTags(
  present: readonly Tag[],
  labels: readonly string[],
): { readonly ids: readonly string[]; readonly tags: readonly Tag[] } {
  const tags = [...present]
  const ids = labels.flatMap((label) => {
    const known = tags.find(({ name }) => name === label) ?? tags.find(({ name }) => toLabel(name) === label)
    if (known !== undefined) return [known.id]
    const isName = cleanLine(label) === label && Array.from(label).length <= planLimits.nameCharacters
    if (!isName || tags.length >= planLimits.tags) return []
    const tag = { id: randomUUID(), name: label, colour: limits.nodeColour }
    tags.push(tag)
    return [tag.id]
  })
  return { ids: [...new Set(ids)], tags }
}

/** Adds the tags that the project does not have yet. Returns the ids of all. */
export function addTags(write: ProjectWrite, labels: readonly string[]): readonly string[] {
  const { tags: before } = write.definitions
  const { ids, tags } = findTags(before, labels)
  if (tags.length > before.length) {
    write.setDefinitions({ tags })
    write.logChange('project-updated', { project: { tags } }, { project: { tags: before } })
  }
  return ids
}

/** A label beyond the limit of a node does not become a tag. */
export function changeTags(
  write: ProjectWrite,
  { tagIds }: Pick<NodeRecord, 'tagIds'>,
  { add, remove }: LabelChange,
): RequestedFields {
  const names = new Map(write.definitions.tags.map(({ id, name }) => [id, name]))
  const removeTagIds = tagIds.filter((id) => remove.includes(toLabel(names.get(id) ?? '')))
  const room = Math.max(0, planLimits.tagsPerNode - (tagIds.length - removeTagIds.length))
  const addTagIds = addTags(write, add.slice(0, room))
  return {
    ...(addTagIds.length > 0 && { addTagIds }),
    ...(removeTagIds.length > 0 && { removeTagIds }),
  }
}
