import type { Api } from '@espalier/contract'
import type { ApiAnswer } from '../projects/index.ts'
import type { AccountTracker } from './settings.ts'

export type { AccountTracker } from './settings.ts'

// The GraphQL client is heavy: it comes with the first question.
const api = () => import('./ask-tracker.ts')

export const fetchTracker = async (): Promise<ApiAnswer<AccountTracker>> => (await api()).fetchSettings()

/** Null removes the integration. */
export const saveTracker = async (jira: Api.JiraSettingsInput | null): Promise<ApiAnswer<AccountTracker>> =>
  (await api()).saveSettings(jira)

export const testTracker = async (credentials: Api.JiraCredentials): Promise<ApiAnswer<Api.JiraTestResult>> =>
  (await api()).testCredentials(credentials)

export const fetchImportProgress = async (epicKey: string): Promise<Api.ImportProgress | null> =>
  (await api()).fetchImportProgress(epicKey)
