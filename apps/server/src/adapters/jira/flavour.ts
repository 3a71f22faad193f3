import { z } from 'zod'

import type { TrackerResult } from '../../ports/tracker.ts'
import type { SendJiraRequest } from './ask.ts'

export type JiraFlavor = 'cloud' | 'data-center'

const serverShape = z.object({ deploymentType: z.string().nullish() })
const cloudHosts = /\.(atlassian\.net|jira\.com)$/

const flavorCacheMs = 60 * 60 * 1000

/** Which of the two Jiras a site is. Asked once an hour; a site of the vendor's own is known by its name. */
export function createFlavorDetector(now: () => number = Date.now) {
  const known = new Map<string, { readonly flavour: JiraFlavor; readonly until: number }>()
  return {
    async of(site: string, ask: SendJiraRequest): Promise<TrackerResult<JiraFlavor>> {
      if (cloudHosts.test(site)) return { ok: true, value: 'cloud' }
      const kept = known.get(site)
      if (kept !== undefined && kept.until > now()) return { ok: true, value: kept.flavour }
      const answer = await ask({ method: 'GET', path: '/rest/api/2/serverInfo', isRepeatable: true })
      if (!answer.ok && (answer.failure.kind === 'unreachable' || answer.failure.kind === 'failed')) return answer
      const told = serverShape.safeParse(answer.ok ? answer.value : {})
      const isCloud = !told.success || told.data.deploymentType == null || told.data.deploymentType === 'Cloud'
      const flavour = isCloud ? 'cloud' : 'data-center'
      if (answer.ok) known.set(site, { flavour, until: now() + flavorCacheMs })
      return { ok: true, value: flavour }
    },
  }
}
