import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitor } from '../support/identity-client.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'

const domain = 'acme.atlassian.net'
const planted = {
  password: 'planted-orchard-Password-7351',
  'wrong password': 'planted-hedge-Mistake-9182',
  'Jira key': 'planted-jira-key-5540-abcdefgh',
  'webhook secret': 'planted-webhook-secret-2217-xyz',
  'AI key': 'planted-ai-key-8843-qwertz',
  'metrics token': 'planted-metrics-token-4410-lkj',
}
/** Stored in clear text, so that a search that finds nothing at all is noticed. */
const visible = 'planted-visible-title-6672'

let jira: JiraSite
let server: AttackedServer
const answers: string[] = []
beforeAll(async () => {
  jira = await startJiraSite({ token: planted['Jira key'] })
  server = await startAttackedServer({
    LOG_LEVEL: 'trace',
    JIRA_HOST_MAP: `${domain}=${jira.url}`,
    AI_PROVIDER: 'openai',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_API_KEY: planted['AI key'],
    AI_MODEL: 'stand-in',
    METRICS_TOKEN: planted['metrics token'],
  })
})
afterAll(async () => {
  await server.discard()
  await jira.stop()
})

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/.{4}$/, ''),
  Buffer.from(secret).toString('hex'),
]

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

async function holdersOf(folder: string, wanted: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const file of await filesBelow(folder)) {
    const bytes = await readFile(file)
    if (wanted.some((one) => bytes.includes(one))) found.push(relative(folder, file))
  }
  return found
}

const hear = async (answer: Response): Promise<string> => {
  const text = await answer.text()
  answers.push(text)
  return text
}

/** Uses every kind of secret and returns those that only the browser knows. */
async function live(url: string): Promise<Readonly<Record<string, string>>> {
  const ada = visitor(url)
  await hear(await ada.register('ada@example.com', planted.password))
  await hear(await visitor(url).logIn('ada@example.com', planted['wrong password']))
  await hear(await ada.whoami())
  const cookie = await ada.cookies()
  const ask = async (query: string, variables: object = {}): Promise<string> =>
    hear(
      await fetch(`${url}/graphql/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client-id': 'a-visitor', cookie },
        body: JSON.stringify({ query, variables }),
      }),
    )
  const credentials = { domain, apiUser: jira.email, apiKey: planted['Jira key'] }
  const chosen = { projectKey: 'ACME', issueTypeId: '10101', linkTypeId: '10200' }
  const secrets = { ...credentials, ...chosen, webhookSecret: planted['webhook secret'] }
  await ask('mutation ($data: JiraCredentials!) { testJiraIntegration(data: $data) { projects { key } } }', {
    data: credentials,
  })
  const saved = await ask(
    `mutation ($jira: JiraSettingsInput) { updateAccount(data: { integrationSettings: { jira: $jira } }) {
      integrationSettings { jira { domain apiKey webhookSecret webhookUrl } } } }`,
    { jira: secrets },
  )
  expect(saved).toContain(domain)
  const made = await ask('mutation ($data: ProjectInput!) { createProject(data: $data) { id } }', {
    data: { title: visible },
  })
  const { data } = JSON.parse(made) as { data: { createProject: { id: string } } }
  const node = await ask('mutation ($data: NodeCreate!) { createNode(data: $data) { id } }', {
    data: { projectId: data.createProject.id, title: 'Root' },
  })
  // The writing service is down, and its key must not appear in the error.
  const { data: grown } = JSON.parse(node) as { data: { createNode: { id: string } } }
  await ask('mutation ($id: ID!) { aiBreakdownNode(id: $id) { id } }', { id: grown.createNode.id })
  await ask('{ account { integrationSettings { jira { apiKey webhookSecret } } } }')
  for (const path of ['/config.json', '/metrics', '/readyz', '/dev/outbox.json']) await hear(await fetch(url + path))
  const [session = ''] = /(?<=ory_kratos_session=)[^;]+/.exec(cookie) ?? []
  const [csrf = ''] = /(?<=csrf_token\w*=)[^;]+/.exec(cookie) ?? []
  return { session, csrf }
}

it('reveals no secret in any answer, log line or file', async () => {
  const { session = '', csrf = '' } = await live(server.url)
  expect(session.length).toBeGreaterThan(20)
  expect(csrf.length).toBeGreaterThan(20)
  await server.halt()
  const secrets = { ...planted, 'session token': session }
  const log = server.process.output()
  const audited = Array.from(log.matchAll(/"audit":"([\w-]+)"/g), ([, kind]) => kind)
  expect(audited).toEqual(expect.arrayContaining(['sign-in', 'sign-in-refused', 'integration-saved']))
  for (const [name, secret] of Object.entries(secrets)) {
    for (const spelt of spellings(secret)) {
      expect([name, answers.filter((text) => text.includes(spelt))]).toEqual([name, []])
      expect([name, log.split('\n').filter((line) => line.includes(spelt))]).toEqual([name, []])
    }
    expect([name, await holdersOf(server.dataDir, spellings(secret))]).toEqual([name, []])
  }
  expect(await holdersOf(server.dataDir, [visible])).not.toEqual([])
}, 120_000)
