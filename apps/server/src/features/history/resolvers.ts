import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import type { Log } from '../../ports/log.ts'
import { readCaller, type Writes } from '../projects/index.ts'
import { type HistoryReaderOptions, readProjectHistory } from './read-history.ts'
import { readChangesSinceLastVisit, readLastVisitTime } from './since-last-visit.ts'
import { undoChange } from './undo-change.ts'
import { undoTokenHour } from './token-hour.ts'

export interface HistoryOptions extends HistoryReaderOptions {
  readonly writes: Writes
  readonly log: Log
}

export const historySlice = (options: HistoryOptions): ApiSlice => ({
  name: 'history',
  typeDefs: typeDefs.history,
  resolvers: {
    Query: {
      history: (_parent, args, { viewer }) =>
        readProjectHistory(options, viewer, { ...args, before: args.before ?? null, first: args.first ?? 50 }),
      changesSinceLastVisit: (_parent, { projectId }, { viewer }) =>
        readChangesSinceLastVisit(options, viewer, projectId),
      lastVisitAt: (_parent, { projectId }, { viewer }) => readLastVisitTime(options, viewer, projectId),
    },
    Mutation: {
      undoChange: (_parent, args, context, field) => undoChange(options.writes, readCaller(context, field), args),
      undoTokenHour: (_parent, { id }, context, field) => undoTokenHour(options, readCaller(context, field), id),
    },
  },
})
