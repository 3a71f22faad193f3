import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'
import { type ApiResult, toApiResult } from '../projects/answer.ts'
import { importProgressQuery, saveJiraSettingsMutation, jiraSettingsQuery, testJiraMutation } from './documents.ts'
import { readJiraIntegration, type JiraIntegration } from './settings.ts'

export const fetchJiraIntegration = (): Promise<ApiResult<JiraIntegration>> =>
  toApiResult(async () => readJiraIntegration((await apiClient().ask(jiraSettingsQuery, { variables: {} })).account))

export const saveJiraIntegration = (jira: Api.JiraSettingsInput | null): Promise<ApiResult<JiraIntegration>> =>
  toApiResult(async () => {
    const data = { integrationSettings: { jira } }
    return readJiraIntegration((await apiClient().ask(saveJiraSettingsMutation, { variables: { data } })).updateAccount)
  })

/** The form says itself what a test found; a toast after every other key would only be in the way. */
const testHandledCodes: readonly ErrorCode[] = ['UPSTREAM_FAILED', 'RATE_LIMITED']

export const testJiraCredentials = (data: Api.JiraCredentials): Promise<ApiResult<Api.JiraTestResult>> =>
  toApiResult(async () => {
    const context = dealingWith(...testHandledCodes)
    return (await apiClient().ask(testJiraMutation, { variables: { data }, context })).testJiraIntegration
  }, testHandledCodes)

/** Null where there is none, or where it cannot be told: the import itself goes on. */
export async function fetchImportProgress(externalProjectKey: string): Promise<Api.ImportProgress | null> {
  const asked = apiClient().ask(importProgressQuery, { variables: { externalProjectKey }, context: quietly })
  return asked.then(
    ({ importProgress }) => importProgress,
    () => null,
  )
}
