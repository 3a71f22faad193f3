import { createHash } from 'node:crypto'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { toNodeBody, toNodeTitle } from '../links/issue-to-node.ts'
import type { SentFields } from './sync-state-store.ts'
import type { FieldChangeTimes } from './task-store.ts'

/** The direction in which a field is synced. */
export type SyncDirection = 'none' | 'push' | 'take'

export interface SyncDirections {
  readonly title: SyncDirection
  readonly body: SyncDirection
  readonly status: SyncDirection
  readonly parent: SyncDirection
}

/** The node's texts as the tracker would return them. */
export interface NormalizedTexts {
  readonly summary: string
  readonly description: string
}

export interface ReconcileInput {
  readonly node: Pick<NodeRecord, 'title' | 'body' | 'status'>
  /** The parent issue according to the node's parents. */
  readonly parentKey: string | null
  readonly normalized: NormalizedTexts
  readonly agreed: { readonly title: string | null; readonly body: string | null; readonly parent: string | null }
  readonly sent: SentFields
  readonly snapshot: TrackerSnapshot
  readonly issue: TrackerIssue
  readonly changed: FieldChangeTimes
}

/** Digests our value and the tracker's at the time of the agreement. */
export const digestAgreement = (ours: string | null, theirs: string | null): string =>
  createHash('sha256')
    .update(`${ours ?? ''}\0${theirs ?? ''}`)
    .digest('base64url')

interface FieldState {
  /** Our value in the tracker's terms. */
  readonly ours: unknown
  readonly isOurs: boolean
  readonly theirs: unknown
  readonly before: unknown
  readonly sent: unknown
  readonly changedAt: number | undefined
}

/** The changed side wins; if both changed, the later one. A value that we sent is not a change of the tracker. */
function decideDirection(field: FieldState, theirsAt: number): SyncDirection {
  if (field.ours === field.theirs) return 'none'
  const isNew = field.theirs !== field.before
  // Our write arrived although no response came, and our value has changed since.
  if (isNew && field.sent !== undefined && field.theirs === field.sent) return 'push'
  if (!field.isOurs) return isNew ? 'take' : 'none'
  return !isNew || isOurChangeLater(field, theirsAt) ? 'push' : 'take'
}

const isOurChangeLater = ({ changedAt }: FieldState, theirsAt: number): boolean => (changedAt ?? 0) > theirsAt

/** Descriptions that both sides changed are merged line by line: the later side wins only for the same line. */
const decideBodyDirection = (field: FieldState, theirsAt: number): SyncDirection =>
  field.isOurs && field.ours !== field.theirs ? 'push' : decideDirection(field, theirsAt)

export function reconcileFields({
  node,
  parentKey,
  normalized: normalizedTexts,
  agreed,
  sent,
  snapshot,
  issue,
  changed,
}: ReconcileInput): SyncDirections {
  const { summary, description } = snapshot
  const former: TrackerIssue = { ...issue, summary, description }
  const isTitleAgreed = node.title === toNodeTitle(former) || agreed.title === digestAgreement(node.title, summary)
  const isBodyAgreed = node.body === toNodeBody(former) || agreed.body === digestAgreement(node.body, description)
  const isParentAgreed =
    parentKey === snapshot.parentKey || agreed.parent === digestAgreement(parentKey, snapshot.parentKey)
  const decide = (field: FieldState): SyncDirection => decideDirection(field, issue.updatedAt)
  return {
    title: decide({
      ours: normalizedTexts.summary,
      isOurs: !isTitleAgreed,
      theirs: issue.summary,
      before: summary,
      sent: sent.summary,
      changedAt: changed.title,
    }),
    body: decideBodyDirection(
      {
        ours: normalizedTexts.description,
        isOurs: !isBodyAgreed,
        theirs: issue.description,
        before: description,
        sent: sent.description,
        changedAt: changed.body,
      },
      issue.updatedAt,
    ),
    status: decide({
      ours: node.status,
      isOurs: node.status !== snapshot.status,
      theirs: issue.status,
      before: snapshot.status,
      sent: sent.status,
      changedAt: changed.status,
    }),
    parent: decide({
      ours: parentKey,
      isOurs: !isParentAgreed,
      theirs: issue.parentKey,
      before: snapshot.parentKey,
      sent: sent.parentKey,
      changedAt: changed.parent,
    }),
  }
}
