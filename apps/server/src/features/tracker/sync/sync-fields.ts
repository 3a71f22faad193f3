import { sameValue, type TrackerFieldName } from '@espalier/domain'
import { type NodeRecord, readNodesById } from '../../../database/nodes.ts'
import type { IssueFieldChange } from '../../../ports/tracker.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { allowEditors, changeNodes, type RequestedFields } from '../../projects/index.ts'
import { type FieldTokens, toIssueTokens, toNodeTokens } from '../fields/field-tokens.ts'
import { readProjectTags } from '../fields/fields-store.ts'
import { changeTags } from '../fields/labels.ts'
import { type FieldComparison, type FieldStep, planField, type TakenFields } from './plan-fields.ts'
import { type SyncContext, throwIfSiteDown } from './sync-context.ts'
import { type AgreedFields, type NodeSyncState, updateNodeSyncState } from './sync-state-store.ts'

/** The values that both sides agree on afterwards. */
export interface SyncedFields {
  readonly agreed: AgreedFields
  readonly snapshot: FieldTokens
  readonly sent: FieldTokens
  readonly reasons: readonly string[]
  readonly isFailed: boolean
}

/** Synchronizes the fields that are switched on. Null: none is. */
export async function syncFields(context: SyncContext, compared: FieldComparison): Promise<SyncedFields | null> {
  const { rules, database, projectId } = context
  const { node, issue, link, side } = compared
  // Estimates that are switched on may still be impossible.
  const impossible = rules.estimateProblem !== null && node.estimate !== null ? [rules.estimateProblem] : []
  const theirs = toIssueTokens(issue)
  if (theirs === undefined)
    return impossible.length === 0 ? null : { agreed: {}, snapshot: {}, sent: {}, reasons: impossible, isFailed: false }
  const tags = rules.request.names.includes('labels') ? await readProjectTags(database.pool, projectId) : []
  const ours = toNodeTokens(node, tags, rules)
  const steps: FieldStep[] = []
  for (const name of rules.request.names) {
    const sides = {
      ours: ours[name],
      agreedOurs: side.agreedFields?.[name],
      theirs: theirs[name] ?? '',
      agreedTheirs: link.snapshot?.fields?.[name],
      wanted: null,
      sent: side.sent?.fields?.[name],
      changedAt: compared.task.changed[name],
      theirsAt: issue.updatedAt,
    }
    steps.push(await planField(context, compared, name, sides))
  }
  await applyFields(context, node, Object.assign({}, ...steps.map(({ take }) => take ?? {})))
  const sent = toSentTokens(steps)
  const change: IssueFieldChange = Object.assign({}, ...steps.map(({ push }) => push ?? {}))
  const pushed = await pushFields(context, compared, change, sent)
  const reasons = [...steps.flatMap(({ reason }) => reason ?? []), ...pushed.reasons, ...impossible]
  return { ...toAgreement(steps, side, pushed.open), sent, reasons, isFailed: pushed.isFailed }
}

/** Stores what a node gets from its issue. A local change since the comparison is newer than the compared value. */
async function applyFields(
  { writes, caller, projectId }: SyncContext,
  node: NodeRecord,
  { labels, ...values }: TakenFields,
): Promise<void> {
  if (labels === undefined && Object.keys(values).length === 0) return
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const [now] = await readNodesById(work.tx.client, projectId, [node.id])
      if (now === undefined || now.isDeleted) return
      // Whether the due date is possible was decided by the start date.
      const isUntouched = (field: keyof typeof values): boolean =>
        sameValue(now[field], node[field]) && (field !== 'dueDate' || now.startDate === node.startDate)
      const names = (Object.keys(values) as (keyof typeof values)[]).filter(isUntouched)
      const fields: RequestedFields = Object.fromEntries(names.map((name) => [name, values[name]]))
      const tags = labels === undefined ? {} : changeTags(write, now, labels)
      await changeNodes(write, { ids: [node.id], fields: { ...fields, ...tags }, mainId: node.id })
    },
    { projectId },
  )
}

const toSentTokens = (steps: readonly FieldStep[]): FieldTokens =>
  Object.fromEntries(
    steps.flatMap(({ name, push, theirsAfter }) => (push === undefined ? [] : [[name, theirsAfter ?? '']])),
  )

interface PushedFields {
  /** The fields that the tracker did not take. */
  readonly open: ReadonlySet<TrackerFieldName>
  readonly reasons: readonly string[]
  readonly isFailed: boolean
}

async function pushFields(
  { site, database, projectId, rules }: SyncContext,
  { node, issue, side }: FieldComparison,
  change: IssueFieldChange,
  sent: FieldTokens,
): Promise<PushedFields> {
  const names = Object.keys(change) as TrackerFieldName[]
  if (names.length === 0) return { open: new Set(), reasons: [], isFailed: false }
  await updateNodeSyncState(database.pool, projectId, node.id, { sent: { ...side.sent, fields: sent } })
  const answer = throwIfSiteDown(await site.updateFields(issue.key, change, rules.request))
  if (!answer.ok) {
    const { kind, message } = answer.reason
    return { open: new Set(names), reasons: [message], isFailed: kind === 'failed' }
  }
  const refused = Object.entries(answer.value) as [TrackerFieldName, string][]
  return {
    open: new Set(refused.map(([name]) => name)),
    reasons: refused.map(([name, reason]) => trackerErrorTexts.sync.fieldRefused(issue.key, name, reason)),
    isFailed: false,
  }
}

const put = (tokens: Record<string, string>, name: string, token: string | undefined): void => {
  if (token !== undefined) tokens[name] = token
}

/** A field that was refused on either side is still a change of the side that has it. */
function toAgreement(
  steps: readonly FieldStep[],
  { agreedFields }: NodeSyncState,
  open: ReadonlySet<TrackerFieldName>,
): Pick<SyncedFields, 'agreed' | 'snapshot'> {
  const agreed: Record<string, string> = {}
  const snapshot: Record<string, string> = {}
  for (const { name, sides, oursAfter, theirsAfter, person, reason } of steps) {
    const isOpen = open.has(name)
    const isRefused = isOpen || reason !== undefined
    put(agreed, name, isRefused ? sides.agreedOurs : (oursAfter ?? sides.ours))
    if (reason !== undefined) put(snapshot, name, sides.agreedTheirs)
    else put(snapshot, name, isOpen ? sides.theirs : (theirsAfter ?? sides.theirs))
    if (name === 'assignee') put(agreed, 'person', isOpen ? agreedFields?.person : person)
  }
  return { agreed, snapshot }
}
