import type { NodeStatus } from '@espalier/domain'
import { z } from 'zod'
import type { TrackerIssue, TrackerIssueType, TrackerLink, TrackerReadOptions } from '../../ports/tracker.ts'
import { readIssueFields } from './issue-fields.ts'
import { adfToHtml } from './markup/adf-writers.ts'
import { wikiToAdf } from './markup/wiki-to-adf.ts'

/** Responses are validated only for the parts we need; the rest may be anything. */
const idShape = z.union([z.string(), z.number()]).transform(String)

export const namedShape = z.object({ id: idShape, name: z.string() })

export const issueTypeShape = z
  .object({
    id: idShape,
    name: z.string(),
    untranslatedName: z.string().nullish(),
    subtask: z.boolean().nullish(),
    hierarchyLevel: z.number().nullish(),
  })
  .transform(({ id, name, untranslatedName, subtask, hierarchyLevel }): TrackerIssueType => ({
    id,
    name,
    untranslatedName: untranslatedName ?? null,
    level: hierarchyLevel ?? toHierarchyLevel(untranslatedName ?? name, subtask === true),
  }))

const toHierarchyLevel = (name: string, isSubtask: boolean): number => {
  if (isSubtask) return -1
  return name.toLowerCase() === 'epic' ? 1 : 0
}

const statusShape = z.object({ statusCategory: z.object({ key: z.string() }).nullish() })

const statusByCategoryKey: Readonly<Record<string, NodeStatus>> = {
  new: 'todo',
  indeterminate: 'progress',
  done: 'done',
}
export const categoryKeyByStatus: Readonly<Record<NodeStatus, string>> = {
  todo: 'new',
  progress: 'indeterminate',
  done: 'done',
}

const otherShape = z.object({ id: idShape, key: z.string() }).nullish()
const linkShape = z.object({
  id: idShape,
  type: z.object({ id: idShape }),
  inwardIssue: otherShape,
  outwardIssue: otherShape,
})

const issueShape = z.object({
  id: idShape,
  key: z.string(),
  fields: z
    .object({
      summary: z.string().nullish(),
      description: z.unknown(),
      status: statusShape.nullish(),
      issuetype: issueTypeShape.nullish(),
      project: z.object({ key: z.string() }).nullish(),
      parent: z.object({ key: z.string() }).nullish(),
      subtasks: z.array(z.unknown()).nullish(),
      issuelinks: z.array(linkShape).nullish(),
      labels: z.array(z.string()).nullish(),
      updated: z.string().nullish(),
    })
    .loose(),
})

/** An issue property of ours: unlike a label, it is invisible and not suggested to others. */
export const nodeProperty = 'espalier.node'

export const issueFields = [
  'summary',
  'description',
  'status',
  'issuetype',
  'project',
  'parent',
  'subtasks',
  'issuelinks',
  'labels',
  'updated',
] as const

/** Returns HTML: Cloud sends a document, Data Center wiki text. */
export function readDescription(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '' : adfToHtml(wikiToAdf(value))
  return adfToHtml(value)
}

function toTrackerLinks(links: readonly z.output<typeof linkShape>[]): TrackerLink[] {
  return links.flatMap(({ id, type, inwardIssue, outwardIssue }) => {
    const other = inwardIssue ?? outwardIssue
    if (other == null) return []
    const direction = inwardIssue == null ? 'outward' : 'inward'
    return [{ id, typeId: type.id, direction, otherId: other.id, otherKey: other.key } as const]
  })
}

/** Jira times such as '2026-01-31T10:00:00.000+0000' have no colon in the zone. */
const parseJiraTime = (text: string): number => {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(at) ? 0 : at
}

/** A standard issue can only have sub-tasks as children, and it lists them itself. */
const mayHaveChildren = (level: number, subtasks: readonly unknown[] | null | undefined): boolean => {
  if (level < 0) return false
  return level > 0 || subtasks == null || subtasks.length > 0
}

export const trackerIssueShape = ({ epicLinkFieldId, fields: requested }: TrackerReadOptions) =>
  issueShape.transform(({ id, key, fields }): TrackerIssue => {
    const epicLink = epicLinkFieldId == null ? undefined : fields[epicLinkFieldId]
    return {
      id,
      key,
      projectKey: fields.project?.key ?? key.replace(/-\d+$/, ''),
      typeId: fields.issuetype?.id ?? '',
      summary: fields.summary ?? '',
      description: readDescription(fields.description),
      status: statusByCategoryKey[fields.status?.statusCategory?.key ?? ''] ?? 'todo',
      parentKey: fields.parent?.key ?? (typeof epicLink === 'string' ? epicLink : null),
      mayHaveChildren: mayHaveChildren(fields.issuetype?.level ?? 0, fields.subtasks),
      subtaskCount: fields.subtasks?.length ?? 0,
      links: toTrackerLinks(fields.issuelinks ?? []),
      labels: fields.labels ?? [],
      fields: requested === undefined ? {} : readIssueFields(fields, requested),
      updatedAt: parseJiraTime(fields.updated ?? ''),
    }
  })
