import type { Api } from '@espalier/contract'
import { apiBase } from '../config/index.ts'
import type { SentSettings } from './documents.ts'

/** What an account has of its issue tracker. */
export interface AccountTracker {
  /** Also before anything is connected: a webhook may be made first. */
  readonly webhookUrl: string
  /** Null: nothing is connected. */
  readonly jira: Api.JiraSettings | null
}

export const readSettings = ({ id, integrationSettings: { jira } }: SentSettings): AccountTracker => ({
  webhookUrl: jira?.webhookUrl ?? `${apiBase()}/jira/${id}`,
  jira,
})
