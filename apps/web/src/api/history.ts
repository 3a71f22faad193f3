import {
  type ChangesSinceLastVisitQuery,
  changesSinceLastVisitQuery,
  type HistoryQuery,
  historyQuery,
  undoChangeMutation,
} from '@espalier/schema/documents/history'
import type { ProjectId } from '@espalier/domain'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller, failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'

const undoHandledErrors = handledByCaller(
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UNREACHABLE',
)

/** The entries come with the latest first; next is what to ask for as before. */
export type HistoryPage = HistoryQuery['history']
export type HistoryEntry = HistoryPage['entries'][number]
export type HistoryChange = HistoryEntry['changes'][number]
export type HistoryPerson = NonNullable<HistoryEntry['by']>

const pageSize = 50

/** Null: the history could not be read. */
export async function fetchHistory(projectId: ProjectId, before: number | null = null): Promise<HistoryPage | null> {
  const result = await sendOperation(historyQuery, { projectId, before, first: pageSize }, { context: failingSilently })
  return result.ok ? result.value.history : null
}

/** An entry of the changes since the last visit, which also says which nodes it changed. */
export type AwayEntry = ChangesSinceLastVisitQuery['changesSinceLastVisit'][number]

/** Null: it could not be read. leftAt is null on a first visit. */
export async function fetchChangesSinceLastVisit(
  projectId: ProjectId,
): Promise<{ readonly leftAt: number | null; readonly entries: readonly AwayEntry[] } | null> {
  const result = await sendOperation(changesSinceLastVisitQuery, { projectId }, { context: failingSilently })
  if (!result.ok) return null
  return { leftAt: result.value.lastVisitAt, entries: result.value.changesSinceLastVisit }
}

/** The message of a failure says why, as a text for the person. */
export async function undoChange(projectId: ProjectId, seq: number): Promise<ApiResult<null>> {
  const result = await sendOperation(undoChangeMutation, { projectId, seq }, { context: undoHandledErrors })
  if (!result.ok && result.code === 'UNREACHABLE') return { ...result, message: requestErrorTexts.undoUnreachable }
  return mapApiResult(result, () => null)
}
