import type { Api } from '@espalier/schema'
import { accept, type ProjectId, refuse, type Result } from '@espalier/domain'
import { ask, type Said } from './graphql/ask.ts'
import { gql } from './graphql/gql.ts'
import { dealingWith, quietly } from './graphql/own-codes.ts'
import type { JiraIntegration } from './jira-requests.ts'
import type { ApiResult } from './projects.ts'

export type { JiraIntegration } from './jira-requests.ts'

// The GraphQL client is heavy: it comes with the first question.
const loadRequests = () => import('./jira-requests.ts')

export const fetchJiraIntegration = async (): Promise<ApiResult<JiraIntegration>> =>
  (await loadRequests()).fetchJiraIntegration()

/** Null removes the integration. */
export const saveJiraIntegration = async (jira: Api.JiraSettingsInput | null): Promise<ApiResult<JiraIntegration>> =>
  (await loadRequests()).saveJiraIntegration(jira)

export const testJiraCredentials = async (credentials: Api.JiraCredentials): Promise<ApiResult<Api.JiraTestResult>> =>
  (await loadRequests()).testJiraCredentials(credentials)

export const fetchImportProgress = async (epicKey: string): Promise<Api.ImportProgress | null> =>
  (await loadRequests()).fetchImportProgress(epicKey)

const trackerSyncQuery = gql`
  query TrackerSync($projectId: ID!) {
    trackerSync(projectId: $projectId) {
      problem
      waiting
      issueUrl
      nodes {
        nodeId
        state
        reason
      }
    }
  }
`

const setTrackerSyncMutation = gql`
  mutation SwitchTrackerSync($id: ID!, $isOn: Boolean!) {
    updateProject(id: $id, data: { integrationSettings: { jiraSync: $isOn } }) {
      id
    }
  }
`

const requestTrackerSync = (projectId: ProjectId): Promise<Said> =>
  ask({ query: trackerSyncQuery, variables: { projectId }, context: quietly })

const syncHandledErrors = dealingWith(
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UNREACHABLE',
)

const requestSetTrackerSync = (projectId: ProjectId, isOn: boolean): Promise<Said> =>
  ask({ query: setTrackerSyncMutation, variables: { id: projectId, isOn }, context: syncHandledErrors })

/** How a project is kept in step with its issue tracker. */
export type TrackerSync = Api.TrackerSync

/** Null: it is not, or nobody can tell at present. */
export async function fetchTrackerSync(projectId: ProjectId): Promise<TrackerSync | null> {
  const said = await requestTrackerSync(projectId)
  return said.ok ? (said.fields['trackerSync'] as TrackerSync | null) : null
}

const unreachableText = 'The sync could not be switched: the server cannot be reached. Try again in a moment.'

/** Why it was not switched, as a text for the person. */
export async function setTrackerSync(projectId: ProjectId, isOn: boolean): Promise<Result<null, string>> {
  const said = await requestSetTrackerSync(projectId, isOn)
  if (said.ok) return accept(null)
  return refuse(said.code === 'UNREACHABLE' ? unreachableText : said.text)
}
