import { createHash } from 'node:crypto'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { toNodeBody, toNodeTitle } from '../links/issue-to-node.ts'
import type { SentFields } from './sync-state-store.ts'
import type { FieldChangeTimes } from './task-store.ts'

/** Which side has the word about a field. */
export type SyncDirection = 'none' | 'push' | 'take'

export interface SyncDirections {
  readonly title: SyncDirection
  readonly body: SyncDirection
  readonly status: SyncDirection
  readonly parent: SyncDirection
}

/** The node's texts as the tracker would give them back. */
export interface NormalizedTexts {
  readonly summary: string
  readonly description: string
}

export interface ReconcileInput {
  readonly node: Pick<NodeRecord, 'title' | 'body' | 'status'>
  /** The issue that the node's place would give it. */
  readonly parentKey: string | null
  readonly normalized: NormalizedTexts
  readonly agreed: { readonly title: string | null; readonly body: string | null; readonly parent: string | null }
  readonly sent: SentFields
  readonly snapshot: TrackerSnapshot
  readonly issue: TrackerIssue
  readonly changed: FieldChangeTimes
}

/** A value of ours and what the tracker has for it: both as they were when the two sides agreed. */
export const digestAgreement = (ours: string | null, theirs: string | null): string =>
  createHash('sha256')
    .update(`${ours ?? ''}\0${theirs ?? ''}`)
    .digest('base64url')

interface FieldState {
  /** Ours, in the tracker's words. */
  readonly ours: unknown
  readonly isOurs: boolean
  readonly theirs: unknown
  readonly before: unknown
  readonly sent: unknown
  readonly changedAt: number | undefined
}

/** The side that changed has the word; where both did, the later one. What we sent ourselves is no change of theirs. */
function decideDirection(field: FieldState, theirsAt: number): SyncDirection {
  if (field.ours === field.theirs) return 'none'
  const isNew = field.theirs !== field.before
  // It arrived although nobody answered; ours has changed since.
  if (isNew && field.sent !== undefined && field.theirs === field.sent) return 'push'
  if (!field.isOurs) return isNew ? 'take' : 'none'
  return !isNew || isOurChangeLater(field, theirsAt) ? 'push' : 'take'
}

const isOurChangeLater = ({ changedAt }: FieldState, theirsAt: number): boolean => (changedAt ?? 0) > theirsAt

/** Descriptions that both sides changed are merged line by line: the later side has the word only about the same line. */
const decideBodyDirection = (field: FieldState, theirsAt: number): SyncDirection =>
  field.isOurs && field.ours !== field.theirs ? 'push' : decideDirection(field, theirsAt)

export function reconcileFields({
  node,
  parentKey,
  normalized: kept,
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
  const way = (field: FieldState): SyncDirection => decideDirection(field, issue.updatedAt)
  return {
    title: way({
      ours: kept.summary,
      isOurs: !isTitleAgreed,
      theirs: issue.summary,
      before: summary,
      sent: sent.summary,
      changedAt: changed.title,
    }),
    body: decideBodyDirection(
      {
        ours: kept.description,
        isOurs: !isBodyAgreed,
        theirs: issue.description,
        before: description,
        sent: sent.description,
        changedAt: changed.body,
      },
      issue.updatedAt,
    ),
    status: way({
      ours: node.status,
      isOurs: node.status !== snapshot.status,
      theirs: issue.status,
      before: snapshot.status,
      sent: sent.status,
      changedAt: changed.status,
    }),
    parent: way({
      ours: parentKey,
      isOurs: !isParentAgreed,
      theirs: issue.parentKey,
      before: snapshot.parentKey,
      sent: sent.parentKey,
      changedAt: changed.parent,
    }),
  }
}
