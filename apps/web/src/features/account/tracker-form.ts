import type { Api } from '@espalier/contract'
import { settleTrackerSelection } from '@espalier/domain'

/** Everything that can be typed or chosen. */
export interface TrackerForm {
  readonly domain: string
  readonly apiUser: string
  readonly apiKey: string
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly epicTypeId: string | null
  readonly linkTypeId: string | null
  readonly epicLinkFieldId: string | null
  readonly webhookSecret: string
}

export const typedFrom = (jira: Api.JiraSettings | null): TrackerForm => ({
  domain: jira?.domain ?? '',
  apiUser: jira?.apiUser ?? '',
  apiKey: jira?.apiKey ?? '',
  projectKey: jira?.projectKey ?? null,
  issueTypeId: jira?.issueTypeId ?? null,
  epicTypeId: jira?.epicTypeId ?? null,
  linkTypeId: jira?.linkTypeId ?? null,
  epicLinkFieldId: jira?.epicLinkFieldId ?? null,
  webhookSecret: jira?.webhookSecret ?? '',
})

export const credentialsOf = ({ domain, apiUser, apiKey }: TrackerForm): Api.JiraCredentials => ({
  domain: domain.trim(),
  apiUser: apiUser.trim(),
  apiKey: apiKey.trim(),
})

/** With what the tracker offers: what was chosen and is still there, else what bears the usual name. */
export const withOptions = (form: TrackerForm, options: Api.JiraTestResult): TrackerForm => ({
  ...form,
  ...settleTrackerSelection(options, form),
  epicLinkFieldId: options.epicLinkFieldId,
})
