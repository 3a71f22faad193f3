import { z } from 'zod'

import type { TrackerAnswer, TrackerIssueType, TrackerProject, TrackerSite } from '../../ports/tracker.ts'
import type { SiteLine } from './site-line.ts'
import { apiOf, mapAnswer, read } from './reading.ts'
import { issueTypeShape, namedShape } from './shapes.ts'

const myselfShape = z
  .object({
    accountId: z.string().nullish(),
    key: z.string().nullish(),
    name: z.string().nullish(),
    displayName: z.string().nullish(),
  })
  .transform(({ accountId, key, name, displayName }) => ({
    accountId: accountId ?? key ?? name ?? '',
    name: displayName ?? name ?? '',
  }))

const projectPage = z.object({
  isLast: z.boolean().nullish(),
  values: z.array(z.object({ key: z.string(), name: z.string(), issueTypes: z.array(issueTypeShape).nullish() })),
})
const plainProjects = z.array(z.object({ key: z.string(), name: z.string() }))
const typePage = z
  .object({ values: z.array(issueTypeShape).nullish(), issueTypes: z.array(issueTypeShape).nullish() })
  .transform(({ values, issueTypes }) => values ?? issueTypes ?? [])
const linkTypesShape = z.object({ issueLinkTypes: z.array(namedShape) })
const fieldsShape = z.array(
  z.object({ id: z.string(), name: z.string(), schema: z.object({ custom: z.string().nullish() }).nullish() }),
)

const pageLength = 100
const mostPages = 50
/** Where each project costs a call of its own. */
const mostListed = 200
const epicLinkKind = 'com.pyxis.greenhopper.jira:gh-epic-link'

type Reads = Pick<TrackerSite, 'myself' | 'projects' | 'linkTypes' | 'epicLinkFieldId'>

export function siteReads(line: SiteLine): Reads {
  const get = async (path: string) => {
    const flavour = await line.flavour()
    if (!flavour.ok) return flavour
    return line.ask({ method: 'GET', path: `${apiOf(flavour.value)}${path}`, isRepeatable: true })
  }
  return {
    myself: async () => read(await get('/myself'), myselfShape, line.site),
    async projects() {
      const flavour = await line.flavour()
      if (!flavour.ok) return flavour
      return flavour.value === 'cloud' ? pagedProjects(line, get) : listedProjects(line, get)
    },
    linkTypes: async () =>
      mapAnswer(read(await get('/issueLinkType'), linkTypesShape, line.site), ({ issueLinkTypes }) => issueLinkTypes),
    epicLinkFieldId: async () =>
      mapAnswer(read(await get('/field'), fieldsShape, line.site), (fields) => {
        const found =
          fields.find(({ schema }) => schema?.custom === epicLinkKind) ??
          fields.find(({ name }) => name.toLowerCase() === 'epic link')
        return found?.id ?? null
      }),
  }
}

type Get = (path: string) => Promise<TrackerAnswer<unknown>>

async function pagedProjects(line: SiteLine, get: Get): Promise<TrackerAnswer<readonly TrackerProject[]>> {
  const projects: TrackerProject[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const query = `expand=issueTypes&maxResults=${pageLength}&startAt=${projects.length}&action=create`
    const answer = read(await get(`/project/search?${query}`), projectPage, line.site)
    if (!answer.ok) return answer
    const { values, isLast } = answer.value
    projects.push(...values.map(({ key, name, issueTypes }) => ({ key, name, issueTypes: issueTypes ?? [] })))
    if (values.length === 0 || isLast !== false) break
  }
  return { ok: true, value: projects }
}

/** Data Center tells each project's types by itself; those in which the caller may create nothing are left out. */
async function listedProjects(line: SiteLine, get: Get): Promise<TrackerAnswer<readonly TrackerProject[]>> {
  const listed = read(await get('/project'), plainProjects, line.site)
  if (!listed.ok) return listed
  const typed = await Promise.all(
    listed.value.slice(0, mostListed).map(async ({ key, name }) => {
      const types = await typesOf(line, get, key)
      return mapAnswer(types, (issueTypes) => ({ key, name, issueTypes }))
    }),
  )
  const failed = typed.find((one) => !one.ok && one.failure.kind !== 'not-found' && one.failure.kind !== 'forbidden')
  if (failed !== undefined && !failed.ok) return failed
  return { ok: true, value: typed.flatMap((one) => (one.ok ? [one.value] : [])) }
}

const typesOf = async (
  line: SiteLine,
  get: Get,
  projectKey: string,
): Promise<TrackerAnswer<readonly TrackerIssueType[]>> =>
  read(
    await get(`/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes?maxResults=${pageLength}`),
    typePage,
    line.site,
  )
