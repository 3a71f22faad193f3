import type { NodeView } from '../database/node-record.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import { startJiraSite, type JiraSite, type JiraSiteOptions } from './jira-site/jira-site.ts'
import { createNodeClient } from './node-client.ts'
import { openProjectWorld, type ProjectWorld, type WorldOptions } from './project-world.ts'

export const trackerDocuments = {
  save: `mutation ($jira: JiraSettingsInput) {
    updateAccount(data: { integrationSettings: { jira: $jira } }) { id integrationSettings { jira { ${'domain apiUser apiKey projectKey issueTypeId epicTypeId linkTypeId epicLinkFieldId webhookUrl webhookSecret problem'} } } } }`,
  account: `{ account { id integrationSettings { jira { domain apiUser apiKey projectKey webhookUrl webhookSecret problem } } } }`,
  test: `mutation ($data: JiraCredentials!) { testJiraIntegration(data: $data) {
    projects { key name issuetypes { id name untranslatedName hierarchyLevel } } linkTypes { id name } epicLinkFieldId } }`,
  import: `mutation ($key: String!) { importProject(externalProjectKey: $key) { id title owner completionStatus } }`,
  progress: `query ($key: String!) { importProgress(externalProjectKey: $key) { isRunning done total created changed gone } }`,
} as const

/** A server, a Jira that it can reach, and people who may be connected to it. */
export interface TrackerWorld extends ProjectWorld {
  readonly site: JiraSite
  readonly domain: string
  readonly credentials: { readonly domain: string; readonly apiUser: string; readonly apiKey: string }
  /** Somebody with an account of their own. */
  member(name: string): Promise<SignedInViewer>
  /** The same, with a saved integration. */
  connected(name: string): Promise<SignedInViewer>
  import(viewer: SignedInViewer, key: string): Promise<string>
  listNodes(viewer: SignedInViewer, projectId: string): Promise<NodeView[]>
}

export async function openTrackerWorld(
  siteOptions: JiraSiteOptions = {},
  worldOptions: WorldOptions = {},
): Promise<TrackerWorld> {
  const site = await startJiraSite(siteOptions)
  const domain = site.flavor === 'cloud' ? 'acme.atlassian.net' : 'jira.example.com'
  const jira = { hostMap: new Map([[domain, site.url]]), backoffMs: 5, timeoutMs: 500, longestWaitMs: 500 }
  const world = await openProjectWorld({
    ...worldOptions,
    jira: { ...jira, circuit: { failures: 1_000, openMs: 1_000 }, ...worldOptions.jira },
  })
  const credentials = { domain, apiUser: site.email, apiKey: site.token }
  const member = async (name: string): Promise<SignedInViewer> => {
    const viewer = world.person(name)
    const row = [viewer.accountId, viewer.person.id, viewer.person.email]
    await world.test.pool.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', row)
    return viewer
  }
  return {
    ...world,
    site,
    domain,
    credentials,
    member,
    async connected(name) {
      const viewer = await member(name)
      const tested = await world.get<{ testJiraIntegration: { epicLinkFieldId: string | null } }>(
        viewer,
        trackerDocuments.test,
        { data: credentials },
      )
      const { epicLinkFieldId } = tested.testJiraIntegration
      const chosen = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
      await world.get(viewer, trackerDocuments.save, { jira: { ...credentials, ...chosen, epicLinkFieldId } })
      return viewer
    },
    async import(viewer, key) {
      const made = await world.get<{ importProject: { id: string } }>(viewer, trackerDocuments.import, { key })
      return made.importProject.id
    },
    listNodes: (viewer, projectId) => createNodeClient(world, viewer, projectId).list(),
    async close() {
      await world.close()
      await site.stop()
    },
  }
}
