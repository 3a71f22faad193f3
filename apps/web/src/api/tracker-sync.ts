import type { Api } from '@espalier/schema'
import {
  jiraFieldsQuery,
  switchJiraFieldsMutation,
  switchTrackerSyncMutation,
  trackerSyncQuery,
} from '@espalier/schema/documents/tracker-sync'
import type { ProjectId } from '@espalier/domain'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller, failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'

const syncHandledErrors = handledByCaller(
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UNREACHABLE',
)

/** The state of the sync between a project and its issue tracker. */
export type TrackerSync = Api.TrackerSync

/** Null: the project is not synced, or its state cannot be read now. */
export async function fetchTrackerSync(projectId: ProjectId): Promise<TrackerSync | null> {
  const result = await sendOperation(trackerSyncQuery, { projectId }, { context: failingSilently })
  return result.ok ? result.value.trackerSync : null
}

/** Which fields are synced besides the texts and the status. */
export type JiraFields = Api.JiraFields

/** Null: they cannot be read now. */
export async function fetchJiraFields(id: ProjectId): Promise<JiraFields | null> {
  const result = await sendOperation(jiraFieldsQuery, { id }, { context: failingSilently })
  return result.ok ? (result.value.project?.integrationSettings.jiraFields ?? null) : null
}

/** Switches that are not named stay as they are. */
export async function setJiraFields(id: ProjectId, jiraFields: Partial<JiraFields>): Promise<ApiResult<JiraFields>> {
  const result = await sendOperation(switchJiraFieldsMutation, { id, jiraFields }, { context: syncHandledErrors })
  return mapApiResult(explainUnreachable(result), (sent) => sent.updateProject.integrationSettings.jiraFields)
}

/** The message of a failure says why, as a text for the person. */
export async function setTrackerSync(id: ProjectId, isOn: boolean): Promise<ApiResult<null>> {
  const result = await sendOperation(switchTrackerSyncMutation, { id, isOn }, { context: syncHandledErrors })
  return mapApiResult(explainUnreachable(result), () => null)
}

const explainUnreachable = <Value>(result: ApiResult<Value>): ApiResult<Value> =>
  !result.ok && result.code === 'UNREACHABLE' ? { ...result, message: requestErrorTexts.syncUnreachable } : result
