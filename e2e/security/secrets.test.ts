import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitor } from '../support/identity-client.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'

const domain = 'acme.atlassian.net'
const testSecrets = {
  password: 'secret-orchard-Password-7351',
  'wrong password': 'secret-hedge-Mistake-9182',
  'Jira key': 'secret-jira-key-5540-abcdefgh',
  'webhook secret': 'secret-webhook-secret-2217-xyz',
  'AI key': 'secret-ai-key-8843-qwertz',
  'metrics token': 'secret-metrics-token-4410-lkj',
}
/** Stored in clear text, so that a search that finds nothing at all is noticed. */
const visible = 'visible-title-6672'

let jira: JiraSite
let server: AttackedServer
const answers: string[] = []
beforeAll(async () => {
  jira = await startJiraSite({ token: testSecrets['Jira key'] })
  server = await startAttackedServer({
    LOG_LEVEL: 'trace',
    JIRA_HOST_MAP: `${domain}=${jira.url}`,
    AI_PROVIDER: 'openai',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_API_KEY: testSecrets['AI key'],
    AI_MODEL: 'stand-in',
    METRICS_TOKEN: testSecrets['metrics token'],
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
    // The database may still be removing its lock files when the server has ended.
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    if (wanted.some((one) => bytes.includes(one))) found.push(relative(folder, file))
  }
  return found
}

const record = async (answer: Response): Promise<string> => {
  const text = await answer.text()
  answers.push(text)
  return text
}

/** Uses every kind of secret and returns those that only the browser knows. */
async function live(url: string): Promise<Readonly<Record<string, string>>> {
  const ada = visitor(url)
  await record(await ada.register('ada@example.com', testSecrets.password))
  await record(await visitor(url).logIn('ada@example.com', testSecrets['wrong password']))
  await record(await ada.whoami())
  const cookie = await ada.cookies()
  const ask = async (query: string, variables: object = {}): Promise<string> =>
    record(
      await fetch(`${url}/graphql/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client-id': 'a-visitor', cookie },
        body: JSON.stringify({ query, variables }),
      }),
    )
  const credentials = { domain, apiUser: jira.email, apiKey: testSecrets['Jira key'] }
  const chosen = { projectKey: 'ACME', issueTypeId: '10101', linkTypeId: '10200' }
  const secrets = { ...credentials, ...chosen, webhookSecret: testSecrets['webhook secret'] }
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
  const { data: nodeData } = JSON.parse(node) as { data: { createNode: { id: string } } }
  await ask('mutation ($id: ID!) { aiBreakdownNode(id: $id) { id } }', { id: nodeData.createNode.id })
  await ask('{ account { integrationSettings { jira { apiKey webhookSecret } } } }')
  for (const path of ['/config.json', '/metrics', '/readyz', '/dev/outbox.json']) await record(await fetch(url + path))
  const [session = ''] = /(?<=ory_kratos_session=)[^;]+/.exec(cookie) ?? []
  const [csrf = ''] = /(?<=csrf_token\w*=)[^;]+/.exec(cookie) ?? []
  return { session, csrf }
}

it('reveals no secret in any answer, log line or file', async () => {
  const { session = '', csrf = '' } = await live(server.url)
  expect(session.length).toBeGreaterThan(20)
  expect(csrf.length).toBeGreaterThan(20)
  await server.halt()
  const secrets = { ...testSecrets, 'session token': session }
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
