import { randomUUID } from 'node:crypto'
import type { ProjectDefinitions, ReferenceMap } from '@espalier/domain'

/** The lists of a copied project, and where the references of its nodes lead. */
interface CopiedDefinitions {
  readonly definitions: ProjectDefinitions
  readonly references: ReferenceMap
}

const toIds = (entries: ReadonlyMap<string, { readonly id: string }>): ReadonlyMap<string, string> =>
  new Map([...entries].map(([id, copy]) => [id, copy.id]))

const copyEntries = <Entry extends { readonly id: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.id, { ...entry, id: randomUUID() }]))

/** Gives every entry of a project's lists a new id, because ids are unique across projects. */
export function copyDefinitions(
  { tags, stages, fieldDefinitions, estimateUnit }: ProjectDefinitions,
  isMember: ReferenceMap['isMember'],
): CopiedDefinitions {
  const copies = { tags: copyEntries(tags), stages: copyEntries(stages), fields: copyEntries(fieldDefinitions) }
  return {
    definitions: {
      tags: [...copies.tags.values()],
      stages: [...copies.stages.values()],
      fieldDefinitions: [...copies.fields.values()],
      estimateUnit,
    },
    references: { tags: toIds(copies.tags), stages: toIds(copies.stages), fields: copies.fields, isMember },
  }
}
