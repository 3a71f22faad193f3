import type { ProjectId } from '@espalier/domain'
import { ask, type Said } from '../board/ask.ts'
import { gql } from '../graphql/gql.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'

export const trackingQuery = gql`
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

export const switchTrackingMutation = gql`
  mutation SwitchTrackerSync($id: ID!, $isOn: Boolean!) {
    updateProject(id: $id, data: { integrationSettings: { jiraSync: $isOn } }) {
      id
    }
  }
`

export const askTracking = (projectId: ProjectId): Promise<Said> =>
  ask({ query: trackingQuery, variables: { projectId }, context: quietly })

const own = dealingWith('CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'RATE_LIMITED', 'UNREACHABLE')

export const askSwitch = (projectId: ProjectId, isOn: boolean): Promise<Said> =>
  ask({ query: switchTrackingMutation, variables: { id: projectId, isOn }, context: own })
