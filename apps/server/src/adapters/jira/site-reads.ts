import { z } from 'zod'
import type { TrackerIssueType, TrackerProject, TrackerResult, TrackerSite } from '../../ports/tracker.ts'
import { issueTypeShape, namedShape } from './response-shapes.ts'
import { fieldsShape, findJiraPerson, type GetPath, readFieldModel } from './field-model.ts'
import { apiPath, type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

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

const pageLength = 100
const maxPages = 50
/** The limit for sites on which each project costs a separate call. */
const maxListedProjects = 200
const epicLinkKind = 'com.pyxis.greenhopper.jira:gh-epic-link'

type SiteReads = Pick<
  TrackerSite,
  'myself' | 'projects' | 'linkTypes' | 'epicLinkFieldId' | 'fieldModel' | 'findPerson'
>

export function createSiteReads(siteClient: JiraSiteClient): SiteReads {
  const get = async (path: string) => {
    const flavorResult = await siteClient.flavor()
    if (!flavorResult.ok) return flavorResult
    return siteClient.send({ method: 'GET', path: `${apiPath(flavorResult.value)}${path}`, isRepeatable: true })
  }
  return {
    myself: async () => parseTrackerAnswer(await get('/myself'), myselfShape, siteClient.site),
    async projects() {
      const flavorResult = await siteClient.flavor()
      if (!flavorResult.ok) return flavorResult
      return flavorResult.value === 'cloud' ? readPagedProjects(siteClient, get) : readListedProjects(siteClient, get)
    },
    linkTypes: async () =>
      mapTrackerResult(
        parseTrackerAnswer(await get('/issueLinkType'), linkTypesShape, siteClient.site),
        ({ issueLinkTypes }) => issueLinkTypes,
      ),
    epicLinkFieldId: async () =>
      mapTrackerResult(parseTrackerAnswer(await get('/field'), fieldsShape, siteClient.site), (fields) => {
        const found =
          fields.find(({ schema }) => schema?.custom === epicLinkKind) ??
          fields.find(({ name }) => name.toLowerCase() === 'epic link')
        return found?.id ?? null
      }),
    fieldModel: () => readFieldModel(siteClient, get),
    findPerson: (email) => findJiraPerson(siteClient, get, email),
  }
}

async function readPagedProjects(
  siteClient: JiraSiteClient,
  get: GetPath,
): Promise<TrackerResult<readonly TrackerProject[]>> {
  const projects: TrackerProject[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const query = `expand=issueTypes&maxResults=${pageLength}&startAt=${projects.length}&action=create`
    const answer = parseTrackerAnswer(await get(`/project/search?${query}`), projectPage, siteClient.site)
    if (!answer.ok) return answer
    const { values, isLast } = answer.value
    projects.push(...values.map(({ key, name, issueTypes }) => ({ key, name, issueTypes: issueTypes ?? [] })))
    if (values.length === 0 || isLast !== false) break
  }
  return { ok: true, value: projects }
}

/** Data Center lists the types per project; projects in which the caller may not create issues are left out. */
async function readListedProjects(
  siteClient: JiraSiteClient,
  get: GetPath,
): Promise<TrackerResult<readonly TrackerProject[]>> {
  const listed = parseTrackerAnswer(await get('/project'), plainProjects, siteClient.site)
  if (!listed.ok) return listed
  const typed = await Promise.all(
    listed.value.slice(0, maxListedProjects).map(async ({ key, name }) => {
      const types = await readIssueTypes(siteClient, get, key)
      return mapTrackerResult(types, (issueTypes) => ({ key, name, issueTypes }))
    }),
  )
  const failed = typed.find((one) => !one.ok && one.reason.kind !== 'not-found' && one.reason.kind !== 'forbidden')
  if (failed !== undefined && !failed.ok) return failed
  return { ok: true, value: typed.flatMap((one) => (one.ok ? [one.value] : [])) }
}

const readIssueTypes = async (
  siteClient: JiraSiteClient,
  get: GetPath,
  projectKey: string,
): Promise<TrackerResult<readonly TrackerIssueType[]>> =>
  parseTrackerAnswer(
    await get(`/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes?maxResults=${pageLength}`),
    typePage,
    siteClient.site,
  )
