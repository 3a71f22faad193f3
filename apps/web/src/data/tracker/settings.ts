import type { Api } from '@espalier/contract'
import { apiBase } from '../config/index.ts'
import type { SentJiraSettings } from './documents.ts'

/** What an account has of its issue tracker. */
export interface JiraIntegration {
  /** Also before anything is connected: a webhook may be made first. */
  readonly webhookUrl: string
  /** Null: nothing is connected. */
  readonly jira: Api.JiraSettings | null
}

export const readJiraIntegration = ({ id, integrationSettings: { jira } }: SentJiraSettings): JiraIntegration => ({
  webhookUrl: jira?.webhookUrl ?? `${apiBase()}/jira/${id}`,
  jira,
})
