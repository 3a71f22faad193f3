import { findBreaches } from '@espalier/domain'

import { findDerivedBreaches } from '../database/derived-tables.ts'
import { nodeView } from '../database/node-record.ts'
import { readNodes } from '../database/read-nodes.ts'
import { replay } from '../database/replay.ts'
import type { Command } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import type { Workshop } from './workshop.ts'

const told = 5

export const checkCommand: Command = {
  name: 'check',
  parameters: [],
  summary: 'holds every project against the rules that must always be true',
  async run({ database }) {
    const { rows } = await database.pool.query<{ id: string }>('select id from projects order by id')
    const broken: string[] = []
    for (const { id } of rows) broken.push(...(await breachesOf(database, id)))
    if (broken.length === 0) return `Checked ${rows.length} projects: every rule holds.`
    const more = broken.length > told ? ` and ${broken.length - told} more` : ''
    throw new CommandFailed(`Broken: ${broken.slice(0, told).join('; ')}${more}`)
  },
}

/** One transaction a project: an edit between two looks would make a sound project look broken. */
const breachesOf = (database: Workshop['database'], projectId: string): Promise<string[]> =>
  database.transaction(async ({ client }) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const nodes = await readNodes(client, projectId, true)
    const replayed = (await replay(client, projectId)).map(nodeView)
    const breaches = [
      ...findBreaches({ projectId, nodes, replayed }),
      ...(await findDerivedBreaches(client, projectId)),
    ]
    return breaches.map(({ rule, nodeId }) => `project ${projectId}: ${rule}${nodeId === null ? '' : ` at ${nodeId}`}`)
  })
