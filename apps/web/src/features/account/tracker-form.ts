import type { Api } from '@espalier/contract'
import { resolveTrackerSelection } from '@espalier/domain'

/** Everything that can be typed or chosen. */
export interface TrackerFormValues {
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

export const toTrackerFormValues = (jira: Api.JiraSettings | null): TrackerFormValues => ({
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

export const toCredentials = ({ domain, apiUser, apiKey }: TrackerFormValues): Api.JiraCredentials => ({
  domain: domain.trim(),
  apiUser: apiUser.trim(),
  apiKey: apiKey.trim(),
})

/** With what the tracker offers: what was chosen and is still there, else what bears the usual name. */
export const applyTrackerOptions = (form: TrackerFormValues, options: Api.JiraTestResult): TrackerFormValues => ({
  ...form,
  ...resolveTrackerSelection(options, form),
  epicLinkFieldId: options.epicLinkFieldId,
})
