import { createHash } from 'node:crypto'

import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../ports/tracker.ts'
import { bodyOf, titleOf } from '../tracker/index.ts'
import type { ChangedAt } from './marks.ts'

/** Which side has the word about a field. */
export type Way = 'none' | 'push' | 'take'

export interface Ways {
  readonly title: Way
  readonly body: Way
  readonly status: Way
  readonly parent: Way
}

/** The node's texts as the tracker would give them back. */
export interface KeptTexts {
  readonly summary: string
  readonly description: string
}

/** What was last sent, whether or not an answer came. */
export interface Sent {
  readonly summary?: string
  readonly description?: string
  readonly status?: NodeRecord['status']
  readonly parentKey?: string | null
}

export interface Sides {
  readonly node: Pick<NodeRecord, 'title' | 'body' | 'status'>
  /** The issue that the node's place would give it. */
  readonly parentKey: string | null
  readonly kept: KeptTexts
  readonly agreed: { readonly title: string | null; readonly body: string | null; readonly parent: string | null }
  readonly sent: Sent
  readonly snapshot: TrackerSnapshot
  readonly issue: TrackerIssue
  readonly changed: ChangedAt
}

/** A value of ours and what the tracker has for it: both as they were when the two sides agreed. */
export const digestOf = (ours: string | null, theirs: string | null): string =>
  createHash('sha256')
    .update(`${ours ?? ''}\0${theirs ?? ''}`)
    .digest('base64url')

interface Field {
  /** Ours, in the tracker's words. */
  readonly ours: unknown
  readonly isOurs: boolean
  readonly theirs: unknown
  readonly before: unknown
  readonly sent: unknown
  readonly changedAt: number | undefined
}

/** The side that changed has the word; where both did, the later one. What we sent ourselves is no change of theirs. */
function wayOf(field: Field, theirsAt: number): Way {
  if (field.ours === field.theirs) return 'none'
  const isNew = field.theirs !== field.before
  // It arrived although nobody answered; ours has changed since.
  if (isNew && field.sent !== undefined && field.theirs === field.sent) return 'push'
  if (!field.isOurs) return isNew ? 'take' : 'none'
  return !isNew || isLater(field, theirsAt) ? 'push' : 'take'
}

const isLater = ({ changedAt }: Field, theirsAt: number): boolean => (changedAt ?? 0) > theirsAt

/** Descriptions that both sides changed are merged line by line: the later side has the word only about the same line. */
const wayOfBody = (field: Field, theirsAt: number): Way =>
  field.isOurs && field.ours !== field.theirs ? 'push' : wayOf(field, theirsAt)

export function reconcile({ node, parentKey, kept, agreed, sent, snapshot, issue, changed }: Sides): Ways {
  const { summary, description } = snapshot
  const former: TrackerIssue = { ...issue, summary, description }
  const isTitleAgreed = node.title === titleOf(former) || agreed.title === digestOf(node.title, summary)
  const isBodyAgreed = node.body === bodyOf(former) || agreed.body === digestOf(node.body, description)
  const isParentAgreed = parentKey === snapshot.parentKey || agreed.parent === digestOf(parentKey, snapshot.parentKey)
  const way = (field: Field): Way => wayOf(field, issue.updatedAt)
  return {
    title: way({
      ours: kept.summary,
      isOurs: !isTitleAgreed,
      theirs: issue.summary,
      before: summary,
      sent: sent.summary,
      changedAt: changed.title,
    }),
    body: wayOfBody(
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
