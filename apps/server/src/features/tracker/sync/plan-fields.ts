import { planLimits, type TrackerFieldName } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { IssueFieldChange, TrackerIssue } from '../../../ports/tracker.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { decideField, type FieldDirection, type FieldSides } from '../fields/decide-field.ts'
import type { FieldRules } from '../fields/field-rules.ts'
import { isSameEstimateKind, toEstimateToken, toNodeEstimate, toTrackerEstimate } from '../fields/field-tokens.ts'
import { joinLabels, type LabelChange, mergeLabels, splitLabels } from '../fields/labels.ts'
import { toNodePriority, toTrackerPriority } from '../fields/priority-scale.ts'
import type { IssueLink } from '../links/issue-link-store.ts'
import { requireTrackerValue, type SyncContext } from './sync-context.ts'
import type { NodeSyncState } from './sync-state-store.ts'
import type { SyncTask } from './task-store.ts'

export interface FieldComparison {
  readonly node: NodeRecord
  readonly issue: TrackerIssue
  readonly task: SyncTask
  readonly link: IssueLink
  readonly side: NodeSyncState
}

/** The fields that a node gets from its issue. Absent fields stay as they are. */
export interface TakenFields {
  readonly assigneeIds?: readonly string[]
  readonly dueDate?: string | null
  readonly estimate?: number | null
  readonly priority?: NodeRecord['priority']
  readonly labels?: LabelChange
}

/** The decision about one field. */
export interface FieldStep {
  readonly name: TrackerFieldName
  readonly sides: FieldSides
  readonly push?: IssueFieldChange
  readonly take?: TakenFields
  /** Our value after this step, if it differs from the present one. */
  readonly oursAfter?: string
  /** The issue's value after a write that is accepted. */
  readonly theirsAfter?: string
  /** The person whom the issue's assignee is here. */
  readonly person?: string | undefined
  /** Why the issue's value cannot be taken. */
  readonly reason?: string
}

/** Decides what happens to one field, and how both sides would have it. */
export function planField(
  context: SyncContext,
  compared: FieldComparison,
  name: TrackerFieldName,
  sides: FieldSides,
): FieldStep | Promise<FieldStep> {
  const { rules } = context
  const { node, issue } = compared
  switch (name) {
    case 'assignee':
      return planAssignee(context, compared, sides)
    case 'labels':
      return planLabels(sides)
    case 'dueDate': {
      const direction = decideField({ ...sides, wanted: sides.ours })
      const dueDate = issue.fields.dueDate ?? null
      const isTooEarly = dueDate !== null && node.startDate !== null && dueDate < node.startDate
      if (direction === 'take' && isTooEarly)
        return { name, sides, reason: trackerErrorTexts.sync.dueBeforeStart(issue.key, dueDate) }
      return planValue(name, sides, direction, {
        push: { change: { dueDate: node.dueDate }, token: sides.ours },
        take: { fields: { dueDate }, token: sides.theirs },
      })
    }
    case 'estimate': {
      const wanted = toTrackerEstimate(node.estimate, rules)
      const token = wanted === null ? '' : String(wanted)
      const direction = decideField({ ...forgetOtherKind(sides, rules), wanted: token })
      const estimate = toNodeEstimate(issue.fields.estimate ?? null, rules)
      if (direction === 'take' && estimate === undefined)
        return { name, sides, reason: trackerErrorTexts.sync.estimateOutOfRange(issue.key) }
      return planValue(name, sides, direction, {
        push: { change: { estimate: wanted }, token },
        take: { fields: { estimate: estimate ?? null }, token: toEstimateToken(estimate ?? null, rules) },
      })
    }
    case 'priority': {
      const { priorities } = rules.model
      const wanted = toTrackerPriority(priorities, node.priority, issue.fields.priority ?? null)
      const direction = decideField({ ...sides, wanted })
      const priority = toNodePriority(priorities, issue.fields.priority ?? null)
      if (direction === 'take' && priority === undefined) return { name, sides }
      return planValue(name, sides, direction, {
        push: { change: { ...(wanted !== null && { priority: wanted }) }, token: wanted ?? '' },
        take: {
          fields: { priority: priority ?? 'none' },
          token: priority === undefined || priority === 'none' ? '' : priority,
        },
      })
    }
  }
}

/** An agreement about story points says nothing about time. */
const forgetOtherKind = (sides: FieldSides, rules: FieldRules): FieldSides =>
  isSameEstimateKind(sides.agreedOurs, rules) ? sides : { ...sides, agreedOurs: undefined, agreedTheirs: undefined }

interface ValueOptions {
  readonly push: { readonly change: IssueFieldChange; readonly token: string }
  readonly take: { readonly fields: TakenFields; readonly token: string }
}

function planValue(
  name: TrackerFieldName,
  sides: FieldSides,
  direction: FieldDirection,
  { push, take }: ValueOptions,
): FieldStep {
  if (direction === 'push') return { name, sides, push: push.change, theirsAfter: push.token }
  if (direction === 'none') return { name, sides, oursAfter: sides.ours }
  return { name, sides, take: take.fields, oursAfter: take.token }
}

const changeLabels = (token: string, { add, remove }: LabelChange): string =>
  joinLabels([...splitLabels(token), ...add].filter((label) => !remove.includes(label)))

function planLabels(sides: FieldSides): FieldStep {
  const { push, take } = mergeLabels(sides)
  const hasPush = push.add.length + push.remove.length > 0
  const hasTake = take.add.length + take.remove.length > 0
  return {
    name: 'labels',
    sides,
    ...(hasPush && { push: { labels: push } }),
    ...(hasTake && { take: { labels: take } }),
    oursAfter: changeLabels(sides.ours, take),
    theirsAfter: changeLabels(sides.theirs, push),
  }
}

/**
 * An issue has one assignee, a node may have several. The issue's assignee is one person of the node; the others stay.
 * People are recognized by their email address alone: where the tracker does not show it, both sides stay as they are.
 */
async function planAssignee(
  context: SyncContext,
  { node, issue, side }: FieldComparison,
  sides: FieldSides,
): Promise<FieldStep> {
  const name = 'assignee'
  const { people } = context.rules
  const { assignee = null } = issue.fields
  const theirPerson = assignee?.email == null ? undefined : people.get(assignee.email.toLowerCase())
  const former = side.agreedFields?.person
  const isNews = sides.agreedTheirs !== undefined && sides.theirs !== sides.agreedTheirs
  const isReplaced = isNews && former !== undefined && former !== theirPerson && node.assigneeIds.includes(former)
  if (theirPerson !== undefined && node.assigneeIds.includes(theirPerson) && !isReplaced)
    return { name, sides, oursAfter: sides.ours, person: theirPerson }
  // The account is looked up only if the decision needs it.
  const isSameEmpty = node.assigneeIds.length === 0 && assignee === null
  const direction = isSameEmpty ? 'none' : decideField({ ...sides, wanted: '\0' })
  const account = direction === 'push' ? await findAccount(context, node.assigneeIds, former) : undefined
  if (direction === 'push' && account !== undefined && account.id !== sides.theirs)
    return {
      name,
      sides,
      push: { assignee: account.id === '' ? null : account.id },
      theirsAfter: account.id,
      person: account.userId,
    }
  if (direction === 'take' && (assignee === null ? former !== undefined : theirPerson !== undefined)) {
    const others = node.assigneeIds.filter((id) => id !== former && id !== theirPerson)
    const assigneeIds = [...(theirPerson === undefined ? [] : [theirPerson]), ...others].slice(0, planLimits.assignees)
    return { name, sides, take: { assigneeIds }, oursAfter: assigneeIds.join(' '), person: theirPerson }
  }
  const isSame = sides.theirs === sides.agreedTheirs
  return { name, sides, oursAfter: sides.ours, person: account?.userId ?? (isSame ? former : undefined) }
}

/**
 * The tracker's account of the first assignee who has one. An empty id: nobody is assigned any more. Undefined: nobody
 * has an account, or the issue's assignee was never one of ours.
 */
async function findAccount(
  { rules, findPerson }: SyncContext,
  assigneeIds: readonly string[],
  former: string | undefined,
): Promise<{ readonly id: string; readonly userId?: string } | undefined> {
  if (assigneeIds.length === 0) return former === undefined ? undefined : { id: '' }
  const emails = new Map([...rules.people].map(([email, userId]) => [userId, email]))
  for (const userId of assigneeIds) {
    const email = emails.get(userId)
    const person = email === undefined ? null : requireTrackerValue(await findPerson(email))
    if (person !== null) return { id: person.id, userId }
  }
  return undefined
}
