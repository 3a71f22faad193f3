import type { Api } from '@espalier/schema'
import {
  importProgressQuery,
  type TestJiraIntegrationMutation,
  testJiraIntegrationMutation,
  type TrackerSettings,
  trackerSettingsQuery,
  updateAccountMutation,
} from '@espalier/schema/documents/tracker-settings'
import { handledByCaller, failingSilently } from './graphql/own-codes.ts'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { apiBase } from './session/page-config.ts'

/** The issue tracker settings of an account. */
export interface JiraIntegration {
  /** The address exists before anything is connected, because a webhook may be created first. */
  readonly webhookUrl: string
  /** Null: nothing is connected. */
  readonly jira: Api.JiraSettings | null
}

const readJiraIntegration = ({ id, integrationSettings: { jira } }: TrackerSettings): JiraIntegration => ({
  webhookUrl: jira?.webhookUrl ?? `${apiBase()}/jira/${id}`,
  jira,
})

export const fetchJiraIntegration = async (): Promise<ApiResult<JiraIntegration>> =>
  mapApiResult(await sendOperation(trackerSettingsQuery, {}), (sent) => readJiraIntegration(sent.account))

/** Null removes the integration. */
export async function saveJiraIntegration(jira: Api.JiraSettingsInput | null): Promise<ApiResult<JiraIntegration>> {
  const result = await sendOperation(updateAccountMutation, { data: { integrationSettings: { jira } } })
  return mapApiResult(result, (sent) => readJiraIntegration(sent.updateAccount))
}

/** The capabilities that the connection test found in a tracker. */
export type JiraTestResult = TestJiraIntegrationMutation['testJiraIntegration']

/** The form shows the result of a test itself; a toast after every key press would be in the way. */
const testHandled = { context: handledByCaller('UPSTREAM_FAILED', 'RATE_LIMITED') }

export const testJiraCredentials = async (data: Api.JiraCredentials): Promise<ApiResult<JiraTestResult>> =>
  mapApiResult(
    await sendOperation(testJiraIntegrationMutation, { data }, testHandled),
    (sent) => sent.testJiraIntegration,
  )

/** Null when there is no import, or when its progress cannot be read; the import itself continues. */
export async function fetchImportProgress(externalProjectKey: string): Promise<Api.ImportProgress | null> {
  const result = await sendOperation(importProgressQuery, { externalProjectKey }, { context: failingSilently })
  return result.ok ? result.value.importProgress : null
}
