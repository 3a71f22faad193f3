import { syncThroughKills } from '../e2e/support/sync-through-kills.ts'
import type { Fault } from './fault.ts'

/** A server is killed with kill -9 while a project is synced with an issue tracker. */
export const tracker: Fault = async (measure) => {
  const { trackerKills: kills, trackerChanges: changes } = measure
  const { nodes, issues, missing, twice, otherwise } = await syncThroughKills({ kills, changes, servers: 2 })
  return [
    {
      name: `${kills} times kill -9 among ${changes} changes told to a Jira`,
      figure: `${nodes} nodes, ${issues} issues: ${missing} missing, ${twice} twice, ${otherwise} otherwise`,
      limit: 'one issue a node, with its last values',
      holds: nodes === issues && missing + twice + otherwise === 0,
    },
  ]
}
