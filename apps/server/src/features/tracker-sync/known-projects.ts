import type { TrackerProject, TrackerSite } from '../../ports/tracker.ts'
import type { TrackerConnection } from '../tracker/index.ts'
import { needed } from './sync-context.ts'

const keptMs = 10 * 60_000
const mostKept = 200

export interface KnownProjects {
  of(site: TrackerSite, connection: TrackerConnection): Promise<readonly TrackerProject[]>
}

/** A site's projects and types hardly change, and reading them all takes many calls. */
export function createKnownProjects(): KnownProjects {
  const known = new Map<string, { readonly at: number; readonly projects: Promise<readonly TrackerProject[]> }>()
  return {
    of(site, { accountId, credentials }) {
      const key = `${accountId} ${credentials.domain} ${credentials.apiUser}`
      const kept = known.get(key)
      if (kept !== undefined && Date.now() - kept.at < keptMs) return kept.projects
      // Whose key is no longer good is shown an empty list as if there were nothing.
      const projects = site.myself().then(async (answer) => {
        needed(answer)
        return needed(await site.projects())
      })
      projects.catch(() => known.delete(key))
      known.delete(key)
      known.set(key, { at: Date.now(), projects })
      const [oldest] = known.keys()
      if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
      return projects
    },
  }
}
