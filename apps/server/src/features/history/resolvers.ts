import type { GraphqlContext, Slice } from '../../api/slice.ts'
import type { Log } from '../../ports/log.ts'
import { readCaller, type Writes } from '../projects/index.ts'
import { type HistoryReaderOptions, readProjectHistory } from './read-history.ts'
import { undoChange } from './undo-change.ts'

export interface HistoryOptions extends HistoryReaderOptions {
  readonly writes: Writes
  readonly log: Log
}

const typeDefs = `
extend type Query {
  "Who changed what and when, the latest first: for those named in the project. before: only what has a smaller seq. first: at most 100."
  history(projectId: ID!, before: Int, first: Int = 50): History!
}

extend type Mutation {
  "Takes a past change back, field by field and all or nothing: a change of its own. CONFLICT: somebody changed the same since, or the rules do not allow it; the message names it."
  undoChange(projectId: ID!, seq: Int!): Boolean!
}

enum HistoryKind { project_created project_updated nodes_created nodes_deleted nodes_restored nodes_changed }

type History {
  entries: [HistoryEntry!]!
  "Null: there are no older ones. Else what to ask for as before."
  next: Int
  "Changes up to this number are no longer kept; 0: all are."
  keptFrom: Int!
}
"What one person did by one act."
type HistoryEntry {
  "Of the first change of the act."
  seq: Int!
  at: Millis!
  "Null: nobody knows them any more."
  by: HistoryPerson
  kind: HistoryKind!
  "Of the nodes that it was about."
  nodeCount: Int!
  "The first of them."
  nodeIds: [ID!]!
  "The first of them, or the project itself, with the fields that changed. Titles are plain text, parents stand as {id, title}, long texts as true. An empty before: it was not kept."
  changes: [HistoryChange!]!
  "Whether it may be tried; what has happened since is looked at then."
  canUndo: Boolean!
  "The change that this one took back."
  undoes: Int
}
"title: as it now is, in plain text."
type HistoryChange { id: ID! title: String! isDeleted: Boolean! before: JSON! after: JSON! }
type HistoryPerson { id: ID! email: String! picture: String! firstname: String lastname: String }
`

interface HistoryArgs {
  readonly projectId: string
  readonly before?: number | null
  readonly first?: number | null
}

export const historySlice = (options: HistoryOptions): Slice => ({
  name: 'history',
  typeDefs,
  resolvers: {
    Query: {
      history: (_parent: unknown, args: HistoryArgs, { viewer }: GraphqlContext) =>
        readProjectHistory(options, viewer, { ...args, before: args.before ?? null, first: args.first ?? 50 }),
    },
    Mutation: {
      undoChange: (_parent: unknown, args: { projectId: string; seq: number }, context, field) =>
        undoChange(options.writes, readCaller(context, field), args),
    },
  },
})
