import { setImmediate } from 'node:timers/promises'
import { cleanText, escapeHtmlText, type GraphNode, normalizeBody, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { MarkupError, sanitizeRichText } from '../../../security/sanitize-html.ts'
import { toIssueTokens } from '../fields/field-tokens.ts'
import { toLinkTokens } from './blockers.ts'
import { createNodeRecord, type ProjectWrite, type RequestedFields } from '../../projects/index.ts'

/** The fields that a node gets from its issue. */
type IssueContents = Pick<NodeRecord, 'title' | 'body' | 'status' | 'externalKey'>

// Lone surrogates and NUL cannot be stored.
const toStorableText = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')

const maxTitleLength = 1_000
const maxBodyLength = 1_000_000
// Jira's own limit is 32,767 characters. Sanitizing longer markup would block everybody else.
const maxMarkupLength = 100_000

export const toNodeTitle = ({ summary, key }: TrackerIssue): string => {
  const line = cleanText(toStorableText(summary)).replaceAll(/\s+/gu, ' ').trim().slice(0, maxTitleLength)
  return escapeHtmlText(line === '' ? key : toStorableText(line))
}

/** Bodies that were sanitized already, by the issue they were made from. */
const preparedBodies = new WeakMap<TrackerIssue, string>()

const turnMs = 10

/**
 * Sanitizes what issues say before a transaction needs it, a little at a time: inside one, the project would stay locked
 * and its connection taken meanwhile.
 */
export async function prepareNodeBodies(issues: readonly TrackerIssue[]): Promise<void> {
  let turnStartedAt = performance.now()
  for (const issue of issues) {
    if (performance.now() - turnStartedAt > turnMs) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
    if (!preparedBodies.has(issue)) preparedBodies.set(issue, toNodeBody(issue))
  }
}

/** Beyond any realistic length only the text is kept, because cutting could split a tag. */
export const toNodeBody = (issue: TrackerIssue): string => {
  const prepared = preparedBodies.get(issue)
  if (prepared !== undefined) return prepared
  const html = toStorableText(issue.description)
  const body = html.length <= maxMarkupLength ? sanitizeOrNull(html) : null
  return body ?? escapeHtmlText(cleanText(toPlainText(html)).slice(0, maxBodyLength / 10))
}

function sanitizeOrNull(html: string): string | null {
  try {
    return normalizeBody(sanitizeRichText(html))
  } catch (error) {
    if (error instanceof MarkupError) return null
    throw error
  }
}

export const toIssueContents = (issue: TrackerIssue): IssueContents => ({
  title: toNodeTitle(issue),
  body: toNodeBody(issue),
  status: issue.status,
  externalKey: issue.key,
})

export function toIssueSnapshot(issue: TrackerIssue): TrackerSnapshot {
  const { summary, description, status, parentKey, updatedAt } = issue
  const fields = toIssueTokens(issue)
  const links = toLinkTokens(issue.links)
  return {
    summary: toStorableText(summary),
    description: toStorableText(description),
    status,
    parentKey,
    updatedAt,
    ...(links.length > 0 && { links }),
    ...(fields !== undefined && { fields }),
  }
}

/** Creates a node for an issue at its position. */
export const createNodeFromIssue = (
  write: ProjectWrite,
  placed: GraphNode,
  issue: TrackerIssue,
  fields: RequestedFields = {},
): NodeRecord => createNodeRecord(write, placed, { ...toIssueContents(issue), ...fields })
