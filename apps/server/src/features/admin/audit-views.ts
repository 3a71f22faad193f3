import type { Api } from '@espalier/schema'
import { operatorTexts as texts } from '../../texts/operators.ts'
import type { AuditFilter, AuditRow } from '../audit/index.ts'
import { badInputError } from '../projects/index.ts'

const maxFilterCharacters = 320

const trimOrNull = (given: string | null | undefined): string | null => {
  const text = (given ?? '').replaceAll('\u0000', '').trim()
  if (text.length > maxFilterCharacters) throw badInputError(texts.searchTooLong(maxFilterCharacters), 'filter')
  return text === '' ? null : text
}

function toDate(given: number | null | undefined): Date | null {
  if (given == null) return null
  const date = new Date(given)
  if (Number.isNaN(date.getTime())) throw badInputError(texts.badSpan, 'filter')
  return date
}

/** Turns the filter of the API or of an export into the store's. */
export function parseAuditFilter({ person, action, projectId, since, until }: Api.AuditFilter): AuditFilter {
  const span = { since: toDate(since), until: toDate(until) }
  if (span.since !== null && span.until !== null && span.until <= span.since)
    throw badInputError(texts.badSpan, 'filter')
  return {
    person: trimOrNull(person),
    action: trimOrNull(action),
    projectId: trimOrNull(projectId)?.toLowerCase() ?? null,
    ...span,
  }
}

export const toAuditView = (row: AuditRow): Api.AuditEntry => ({
  id: row.id,
  at: row.at.getTime(),
  action: row.action,
  personId: row.userId,
  email: row.email,
  address: row.address,
  tokenName: row.tokenName,
  projectId: row.projectId,
  subjectId: row.subjectId,
  subjectEmail: row.subjectEmail,
  details: row.details,
})
