import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'
import { progressQuery, saveSettingsMutation, settingsQuery, testMutation } from './documents.ts'
import { readSettings, type AccountTracker } from './settings.ts'

export const fetchSettings = (): Promise<ApiAnswer<AccountTracker>> =>
  answerOf(async () => readSettings((await apiClient().ask(settingsQuery, { variables: {} })).account))

export const saveSettings = (jira: Api.JiraSettingsInput | null): Promise<ApiAnswer<AccountTracker>> =>
  answerOf(async () => {
    const data = { integrationSettings: { jira } }
    return readSettings((await apiClient().ask(saveSettingsMutation, { variables: { data } })).updateAccount)
  })

/** The form says itself what a test found; a toast after every other key would only be in the way. */
const foundByTest: readonly ErrorCode[] = ['UPSTREAM_FAILED', 'RATE_LIMITED']

export const testCredentials = (data: Api.JiraCredentials): Promise<ApiAnswer<Api.JiraTestResult>> =>
  answerOf(async () => {
    const context = dealingWith(...foundByTest)
    return (await apiClient().ask(testMutation, { variables: { data }, context })).testJiraIntegration
  }, foundByTest)

/** Null where there is none, or where it cannot be told: the import itself goes on. */
export async function fetchImportProgress(externalProjectKey: string): Promise<Api.ImportProgress | null> {
  const asked = apiClient().ask(progressQuery, { variables: { externalProjectKey }, context: quietly })
  return asked.then(
    ({ importProgress }) => importProgress,
    () => null,
  )
}
