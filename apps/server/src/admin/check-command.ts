import { findInvariantBreaches } from '@espalier/domain'

import { findDerivedBreaches } from '../database/derived-tables.ts'
import { toNodeView } from '../database/node-record.ts'
import { readNodes } from '../database/read-nodes.ts'
import { replayChangeLog } from '../database/replay.ts'
import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import type { AdminContext } from './workshop.ts'

const maxListedBreaches = 5

export const checkCommand: AdminCommand = {
  name: 'check',
  parameters: [],
  summary: 'holds every project against the rules that must always be true',
  async run({ database }) {
    const { rows } = await database.pool.query<{ id: string }>('select id from projects order by id')
    const broken: string[] = []
    for (const { id } of rows) broken.push(...(await findProjectBreaches(database, id)))
    if (broken.length === 0) return `Checked ${rows.length} projects: every rule holds.`
    const more = broken.length > maxListedBreaches ? ` and ${broken.length - maxListedBreaches} more` : ''
    throw new CommandFailed(`Broken: ${broken.slice(0, maxListedBreaches).join('; ')}${more}`)
  },
}

/** One transaction a project: an edit between two looks would make a sound project look broken. */
const findProjectBreaches = (database: AdminContext['database'], projectId: string): Promise<string[]> =>
  database.transaction(async ({ client }) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const nodes = await readNodes(client, projectId, true)
    const replayed = (await replayChangeLog(client, projectId)).map(toNodeView)
    const breaches = [
      ...findInvariantBreaches({ projectId, nodes, replayed }),
      ...(await findDerivedBreaches(client, projectId)),
    ]
    return breaches.map(({ rule, nodeId }) => `project ${projectId}: ${rule}${nodeId === null ? '' : ` at ${nodeId}`}`)
  })
