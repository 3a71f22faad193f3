import type { TrackerProject, TrackerSite } from '../../ports/tracker.ts'
import type { TrackerConnection } from '../tracker/index.ts'
import { requireTrackerValue } from './sync-context.ts'

const cacheMs = 10 * 60_000
const maxCachedSites = 200

export interface TrackerProjectCache {
  readProjects(site: TrackerSite, connection: TrackerConnection): Promise<readonly TrackerProject[]>
}

/** A site's projects and types hardly change, and reading them all takes many calls. */
export function createTrackerProjectCache(): TrackerProjectCache {
  const known = new Map<string, { readonly at: number; readonly projects: Promise<readonly TrackerProject[]> }>()
  return {
    readProjects(site, { accountId, credentials }) {
      const key = `${accountId} ${credentials.domain} ${credentials.apiUser}`
      const kept = known.get(key)
      if (kept !== undefined && Date.now() - kept.at < cacheMs) return kept.projects
      // Whose key is no longer good is shown an empty list as if there were nothing.
      const projects = site.myself().then(async (answer) => {
        requireTrackerValue(answer)
        return requireTrackerValue(await site.projects())
      })
      projects.catch(() => known.delete(key))
      known.delete(key)
      known.set(key, { at: Date.now(), projects })
      const [oldest] = known.keys()
      if (known.size > maxCachedSites && oldest !== undefined) known.delete(oldest)
      return projects
    },
  }
}
