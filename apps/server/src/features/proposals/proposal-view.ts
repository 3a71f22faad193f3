import type { ProposalValue } from '@espalier/schema/server'
import type { Database } from '../../database/database.ts'
import { type ProjectHead, readProjectHead } from '../../database/projects.ts'
import { type People, toPublicUser } from '../people/index.ts'
import { judgeChanges } from './judge-changes.ts'
import type { ProposalRow } from './store.ts'

export interface ProposalViewOptions {
  readonly database: Pick<Database, 'pool'>
  readonly people: Pick<People, 'find'>
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
}

/** Adds the authors, and whether the changes fit the plan as it is now. A person who no longer exists is null. */
export async function toProposalViews(
  { database: { pool }, people, apiUrl }: ProposalViewOptions,
  project: Pick<ProjectHead, 'id' | 'owner' | 'estimate_unit'>,
  rows: readonly ProposalRow[],
): Promise<readonly ProposalValue[]> {
  const found = await people.find([...new Set(rows.map(({ authorId }) => authorId))])
  const problems = await judgeChanges(pool, project, rows)
  return rows.map(({ authorId, tokenId: _tokenId, changes, ...row }) => {
    const author = found.get(authorId)
    return {
      ...row,
      author: author === undefined ? null : toPublicUser(author, apiUrl()),
      changes: changes.map((change) => {
        const problem = problems.get(change.id) ?? null
        return { ...change, fits: problem === null, problem }
      }),
    }
  })
}

/** Does the same for one proposal whose project was not read yet. */
export async function toProposalView(options: ProposalViewOptions, row: ProposalRow): Promise<ProposalValue> {
  const project = await readProjectHead(options.database.pool, row.projectId)
  const [view] = project === undefined ? [] : await toProposalViews(options, project, [row])
  if (view === undefined) throw new Error('a proposal got lost')
  return view
}
