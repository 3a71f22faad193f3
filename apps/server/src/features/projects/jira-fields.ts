import { type TrackerFieldName, trackerFieldNames, trackerLinkKinds } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import type { ProjectHead, ProjectValues } from '../../database/projects.ts'

type JiraFieldColumns = Pick<ProjectHead, 'jira_fields' | 'jira_estimate' | 'jira_links'>

/** The fields that are synced with the tracker. Nobody has to choose them: a new connection syncs all of them. */
export const listSyncedFields = ({
  jira_fields: chosen,
}: Pick<JiraFieldColumns, 'jira_fields'>): readonly TrackerFieldName[] => chosen ?? trackerFieldNames

export function toJiraFields(row: JiraFieldColumns): Api.JiraFields {
  const synced = listSyncedFields(row)
  const isSynced = (name: TrackerFieldName): boolean => synced.includes(name)
  return {
    assignee: isSynced('assignee'),
    dueDate: isSynced('dueDate'),
    estimate: isSynced('estimate'),
    priority: isSynced('priority'),
    labels: isSynced('labels'),
    estimateAs: row.jira_estimate,
    linksAs: row.jira_links,
  }
}

/** The project's fields of the log after this change. Switches that the input does not name stay as they are. */
export function changeJiraFields(row: JiraFieldColumns, input: Api.JiraFieldsInput | null | undefined) {
  if (input == null) return {}
  const present = listSyncedFields(row)
  const jiraFields = trackerFieldNames.filter((name) => input[name] ?? present.includes(name))
  const { estimateAs, linksAs } = input
  return { jiraFields, jiraEstimate: estimateAs ?? row.jira_estimate, jiraLinks: linksAs ?? row.jira_links }
}

/** The columns for fields of the log, which were validated when they were stored. */
export const toJiraFieldColumns = ({
  jiraFields,
  jiraEstimate,
  jiraLinks,
}: Readonly<Record<string, unknown>>): ProjectValues => ({
  ...(Array.isArray(jiraFields) && { jira_fields: trackerFieldNames.filter((name) => jiraFields.includes(name)) }),
  ...(jiraEstimate != null && { jira_estimate: jiraEstimate === 'time' ? 'time' : 'points' }),
  ...(jiraLinks != null && { jira_links: trackerLinkKinds.find((kind) => kind === jiraLinks) ?? 'blockers' }),
})
