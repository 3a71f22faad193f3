import type { Api } from '@espalier/contract'
import type { ApiResult } from '../projects/index.ts'
import type { JiraIntegration } from './settings.ts'

export type { JiraIntegration } from './settings.ts'

// The GraphQL client is heavy: it comes with the first question.
const loadRequests = () => import('./ask-tracker.ts')

export const fetchJiraIntegration = async (): Promise<ApiResult<JiraIntegration>> => (await loadRequests()).fetchJiraIntegration()

/** Null removes the integration. */
export const saveJiraIntegration = async (jira: Api.JiraSettingsInput | null): Promise<ApiResult<JiraIntegration>> =>
  (await loadRequests()).saveJiraIntegration(jira)

export const testJiraCredentials = async (credentials: Api.JiraCredentials): Promise<ApiResult<Api.JiraTestResult>> =>
  (await loadRequests()).testJiraCredentials(credentials)

export const fetchImportProgress = async (epicKey: string): Promise<Api.ImportProgress | null> =>
  (await loadRequests()).fetchImportProgress(epicKey)
