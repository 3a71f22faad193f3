import { sameValue, type TrackerFieldName } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { listSyncedFields, type ProjectWrite, type RequestedFields } from '../../projects/index.ts'
import type { FieldRules } from '../fields/field-rules.ts'
import { toIssueTokens, toNodeEstimate } from '../fields/field-tokens.ts'
import { addTags, changeTags, splitLabels } from '../fields/labels.ts'
import { toNodePriority } from '../fields/priority-scale.ts'

/** Takes the fields that are switched on from imported issues. */
export interface FieldImport {
  /** The fields of a new node. */
  create(issue: TrackerIssue): RequestedFields
  /** The fields that the tracker changed since the last agreement; a field that only changed here stays. */
  update(issue: TrackerIssue, node: NodeRecord, snapshot: TrackerSnapshot | null): RequestedFields
}

export function createFieldImport(
  write: ProjectWrite,
  rules: FieldRules,
  issues: readonly TrackerIssue[],
): FieldImport {
  const synced = listSyncedFields(write.project)
  const names = rules.request.names.filter((name) => synced.includes(name))
  // All at once, so that the history has one entry for them.
  if (names.includes('labels')) addTags(write, [...new Set(issues.flatMap(listLabels))])
  return {
    create: (issue) =>
      Object.assign({}, ...names.map((name) => takeField(write, rules, { name, issue, node: null, before: '' }))),
    update: (issue, node, snapshot) =>
      Object.assign(
        {},
        ...names.map((name) => {
          const before = snapshot?.fields?.[name]
          const isNews = toIssueTokens(issue)?.[name] !== before
          return isNews ? takeField(write, rules, { name, issue, node, before }) : {}
        }),
      ),
  }
}

const listLabels = (issue: TrackerIssue): readonly string[] => splitLabels(toIssueTokens(issue)?.labels)

interface FieldSource {
  readonly name: TrackerFieldName
  readonly issue: TrackerIssue
  /** Null: a new one. */
  readonly node: NodeRecord | null
  /** The issue's value at the last agreement. Undefined: there was none, so that only an empty field is filled. */
  readonly before: string | undefined
}

/** The node's value; nothing if the issue's value is none that the node can have. */
function takeField(
  write: ProjectWrite,
  rules: FieldRules,
  { name, issue, node, before }: FieldSource,
): RequestedFields {
  const { fields } = issue
  const isOpen = (empty: unknown, present: unknown): boolean => before !== undefined || sameValue(empty, present)
  switch (name) {
    case 'assignee': {
      const personId = rules.people.get(fields.assignee?.email?.toLowerCase() ?? '')
      const present = node?.assigneeIds ?? []
      const isTaken = personId !== undefined && !present.includes(personId) && isOpen([], present)
      return isTaken ? { addAssigneeIds: [personId] } : {}
    }
    case 'dueDate': {
      const dueDate = fields.dueDate ?? null
      const isTooEarly = dueDate !== null && node?.startDate != null && dueDate < node.startDate
      return !isTooEarly && isOpen(null, node?.dueDate ?? null) ? { dueDate } : {}
    }
    case 'estimate': {
      const estimate = toNodeEstimate(fields.estimate ?? null, rules)
      return estimate !== undefined && isOpen(null, node?.estimate ?? null) ? { estimate } : {}
    }
    case 'priority': {
      const priority = toNodePriority(rules.model.priorities, fields.priority ?? null)
      return priority !== undefined && isOpen('none', node?.priority ?? 'none') ? { priority } : {}
    }
    case 'labels': {
      const now = listLabels(issue)
      const former = splitLabels(before)
      return changeTags(write, node ?? { tagIds: [] }, {
        add: now.filter((label) => !former.includes(label)),
        remove: former.filter((label) => !now.includes(label)),
      })
    }
  }
}
