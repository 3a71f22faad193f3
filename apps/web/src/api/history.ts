import type { Api } from '@espalier/schema'
import { accept, type ProjectId, refuse, type Result } from '@espalier/domain'
import { ask, type Said } from './graphql/ask.ts'
import { gql } from './graphql/gql.ts'
import { dealingWith, quietly } from './graphql/own-codes.ts'

const historyQuery = gql`
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

const undoChangeMutation = gql`
  mutation UndoChange($projectId: ID!, $seq: Int!) {
    undoChange(projectId: $projectId, seq: $seq)
  }
`

const undoHandledErrors = dealingWith(
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UNREACHABLE',
)

const requestHistory = (projectId: ProjectId, before: number | null, first: number): Promise<Said> =>
  ask({ query: historyQuery, variables: { projectId, before, first }, context: quietly })

const requestUndo = (projectId: ProjectId, seq: number): Promise<Said> =>
  ask({ query: undoChangeMutation, variables: { projectId, seq }, context: undoHandledErrors })

export type HistoryChange = Api.HistoryChange
export type HistoryPerson = Api.HistoryPerson
export type HistoryEntry = Omit<Api.HistoryEntry, 'nodeIds'>

export interface HistoryPage {
  /** The latest first. */
  readonly entries: readonly HistoryEntry[]
  /** What to ask for as before; null: there are no older ones. */
  readonly next: number | null
  /** Changes up to this number are no longer kept. */
  readonly keptFrom: number
}

const pageSize = 50

/** Null: it could not be read. */
export async function fetchHistory(projectId: ProjectId, before: number | null = null): Promise<HistoryPage | null> {
  const said = await requestHistory(projectId, before, pageSize)
  return said.ok ? (said.fields['history'] as HistoryPage) : null
}

const unreachableText = 'The change could not be undone: the server cannot be reached. Try again in a moment.'

/** Why it was not undone, as a text for the person. */
export async function undoChange(projectId: ProjectId, seq: number): Promise<Result<null, string>> {
  const said = await requestUndo(projectId, seq)
  if (said.ok) return accept(null)
  return refuse(said.code === 'UNREACHABLE' ? unreachableText : said.text)
}
