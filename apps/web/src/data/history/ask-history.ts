import type { ProjectId } from '@espalier/domain'
import { ask, type Said } from '../board/ask.ts'
import { gql } from '../graphql/gql.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'

export const historyQuery = gql`
  query History($projectId: ID!, $before: Int, $first: Int) {
    history(projectId: $projectId, before: $before, first: $first) {
      next
      keptFrom
      entries {
        seq
        at
        kind
        nodeCount
        canUndo
        undoes
        by {
          id
          email
          picture
          firstname
          lastname
        }
        changes {
          id
          title
          isDeleted
          before
          after
        }
      }
    }
  }
`

export const undoChangeMutation = gql`
  mutation UndoChange($projectId: ID!, $seq: Int!) {
    undoChange(projectId: $projectId, seq: $seq)
  }
`

const undoHandledErrors = dealingWith('CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'RATE_LIMITED', 'UNREACHABLE')

export const requestHistory = (projectId: ProjectId, before: number | null, first: number): Promise<Said> =>
  ask({ query: historyQuery, variables: { projectId, before, first }, context: quietly })

export const requestUndo = (projectId: ProjectId, seq: number): Promise<Said> =>
  ask({ query: undoChangeMutation, variables: { projectId, seq }, context: undoHandledErrors })
