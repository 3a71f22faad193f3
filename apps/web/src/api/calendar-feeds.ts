import {
  type CalendarFeedFields,
  calendarFeedsQuery,
  calendarProjectQuery,
  type CalendarProjectsQuery,
  calendarProjectsQuery,
  createCalendarFeedMutation,
  revokeCalendarFeedMutation,
} from '@espalier/schema/documents/calendar'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { failingSilently, handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** A secret address for calendar programs. Its url is empty if the server cannot show it any more. */
export type CalendarFeed = CalendarFeedFields

// The list shows these itself. A missing right is no reason to sign in again.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND') }

export const fetchCalendarFeeds = async (): Promise<ApiResult<readonly CalendarFeed[]>> =>
  mapApiResult(await sendOperation(calendarFeedsQuery, {}), (sent) => sent.calendarFeeds)

/** Null: everything that is assigned to the person; otherwise everything in the project. */
export const createCalendarFeed = async (projectId: string | null): Promise<ApiResult<CalendarFeed>> =>
  mapApiResult(
    await sendOperation(createCalendarFeedMutation, { projectId }, refusalHandled),
    (sent) => sent.createCalendarFeed,
  )

/** Also succeeds when the address does not exist any more, because the outcome is the same. */
export async function revokeCalendarFeed(id: string): Promise<ApiResult<boolean>> {
  const answer = await sendOperation(revokeCalendarFeedMutation, { id }, refusalHandled)
  if (!answer.ok && answer.code === 'NOT_FOUND') return { ok: true, value: true }
  return mapApiResult(answer, (sent) => sent.revokeCalendarFeed)
}

/** Returns the title of an address's project. Null: the person cannot see it any more, or there was no answer. */
export async function fetchCalendarTitle(projectId: string): Promise<string | null> {
  const answer = await sendOperation(calendarProjectQuery, { id: projectId }, refusalHandled)
  return answer.ok ? (answer.value.project?.title ?? null) : null
}

export type CalendarProject = CalendarProjectsQuery['projects'][number]

/** The projects that an address can be made for. None if there was no answer. */
export async function fetchCalendarProjects(): Promise<readonly CalendarProject[]> {
  const answer = await sendOperation(calendarProjectsQuery, {}, { context: failingSilently })
  return answer.ok ? answer.value.projects : []
}
