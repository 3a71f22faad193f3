import type { ProjectId } from '@espalier/domain'
import { ask, type Said } from '../board/ask.ts'
import { gql } from '../graphql/gql.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'

export const trackerSyncQuery = gql`
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

export const setTrackerSyncMutation = gql`
  mutation SwitchTrackerSync($id: ID!, $isOn: Boolean!) {
    updateProject(id: $id, data: { integrationSettings: { jiraSync: $isOn } }) {
      id
    }
  }
`

export const requestTrackerSync = (projectId: ProjectId): Promise<Said> =>
  ask({ query: trackerSyncQuery, variables: { projectId }, context: quietly })

const syncHandledErrors = dealingWith('CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'RATE_LIMITED', 'UNREACHABLE')

export const requestSetTrackerSync = (projectId: ProjectId, isOn: boolean): Promise<Said> =>
  ask({ query: setTrackerSyncMutation, variables: { id: projectId, isOn }, context: syncHandledErrors })
