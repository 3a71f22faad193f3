import { setTimeout as pause } from 'node:timers/promises'
import { type SmtpStandIn, startSmtpServer } from '@espalier/stand-ins/smtp-server.ts'
import { findNoonZone } from './pending-mails.ts'
import { type Person, registered } from './person.ts'
import { type Member, type ServerGroup, serverGroup } from './several-servers.ts'

export interface DigestKillPlan {
  readonly kills: number
  /** Everybody gets one digest a day, and each kill has its own day. */
  readonly people: number
}

export interface DigestKillReport {
  readonly kills: number
  /** Kills before the last mail of the day had arrived. */
  readonly whileSending: number
  readonly digests: number
  /** Mails that came again with the same Message-ID, which a receiver drops. */
  readonly repeats: number
  /** Second mails to a person on one day. */
  readonly twice: number
  readonly lost: number
}

const servers = 3
const patienceMs = 90_000

const documents = {
  finding: 'query ($email: String!) { publicUserByEmail(email: $email) { id } }',
  sharing: 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }',
  watching: 'mutation ($projectId: ID!) { setWatch(projectId: $projectId, level: "all") }',
  settings: 'mutation ($data: NotificationSettingsInput!) { updateNotificationSettings(data: $data) { timeZone } }',
  commenting: 'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "<p>Look</p>") { id } }',
} as const

/** Sends an operation until a server has answered it. */
async function askUntilAnswered(person: Person, origins: readonly string[], query: string, variables: object) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await person.ask(origins[attempt % origins.length] ?? '', query, variables).catch(() => null)
    if (answer?.status === 200 && answer.codes.length === 0) return
    if (attempt > 100) throw new Error(`an operation was not answered: ${answer?.codes.join(' ')}`)
    await pause(100)
  }
}

interface Readers {
  readonly owner: Person
  readonly projectId: string
  readonly addresses: readonly string[]
}

/** A project whose members watch everything in it. */
async function prepareReaders(origins: readonly string[], count: number): Promise<Readers> {
  const [origin = ''] = origins
  const owner = await registered(origin, 'owner@example.com')
  const projectId = await owner.createProject(origin, 'Orchard')
  const readers: Person[] = []
  for (let index = 0; index < count; index += 1) readers.push(await registered(origin, `reader${index}@example.com`))
  const data = { timeZone: findNoonZone(new Date()) }
  for (const reader of readers) await askUntilAnswered(reader, origins, documents.settings, { data })
  const changes: Record<string, string> = {}
  for (const { email } of readers) {
    // A person is added by somebody who knows their address.
    const found = (await owner.ask(origin, documents.finding, { email })).data?.['publicUserByEmail']
    changes[found?.id ?? ''] = 'editor'
  }
  await askUntilAnswered(owner, origins, documents.sharing, { id: projectId, data: { sharing: { changes } } })
  for (const reader of readers) await askUntilAnswered(reader, origins, documents.watching, { projectId })
  return { owner, projectId, addresses: readers.map(({ email }) => email) }
}

/** Begins another day: the digests of the day before are sent, and there is something to send again. */
async function beginDay({ database }: ServerGroup, origins: readonly string[], { owner, projectId }: Readers) {
  await database.pool.query('update digests set day = day - 1')
  const nodeId = await owner.createNode(origins[0] ?? '', { projectId })
  await askUntilAnswered(owner, origins, documents.commenting, { nodeId })
  // The minute of the recurring job is not waited for; as many jobs as servers begin at once.
  await database.pool.query(
    `select graphile_worker.add_job('mail-notifications', '{}'::json) from generate_series(1, ${servers})`,
  )
}

const countWaitingJobs = async ({ database }: ServerGroup): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs
     where task_identifier in ('mail-notifications', 'send-mail')`,
  )
  return rows[0]?.count ?? 0
}

async function waitUntilSent(group: ServerGroup): Promise<void> {
  const until = Date.now() + patienceMs
  while ((await countWaitingJobs(group)) > 0) {
    if (Date.now() > until) throw new Error('the mails of a day were not sent')
    await pause(100)
  }
}

/** Compares the mails of one day with the people who should have got one each. */
function countDay({ received }: SmtpStandIn, from: number, addresses: readonly string[]) {
  const idsByAddress = new Map<string, Set<string>>(addresses.map((address) => [address, new Set()]))
  const mails = received.items.slice(from)
  for (const { to, mail } of mails) idsByAddress.get(to[0] ?? '')?.add(mail.messageId ?? '')
  const sizes = [...idsByAddress.values()].map(({ size }) => size)
  const digests = sizes.reduce((sum, size) => sum + size, 0)
  return {
    digests,
    repeats: mails.length - digests,
    twice: sizes.reduce((sum, size) => sum + Math.max(0, size - 1), 0),
    lost: sizes.filter((size) => size === 0).length,
  }
}

/** Three servers send the digests of one day after the other, and each day one of them is killed with kill -9. */
export async function digestsThroughKills({ kills, people }: DigestKillPlan): Promise<DigestKillReport> {
  const smtp = await startSmtpServer()
  const group = await serverGroup()
  const settings = { SMTP_URL: smtp.url, VERIFY_EMAIL: 'off' }
  const total = { whileSending: 0, digests: 0, repeats: 0, twice: 0, lost: 0 }
  try {
    const running: Member[] = await group.start(servers, settings)
    const origins = running.map(({ url }) => url)
    const readers = await prepareReaders(origins, people)
    await waitUntilSent(group)
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = smtp.received.items.length
      await beginDay(group, origins, readers)
      // Another moment each time, from the first claim to the last mail.
      await pause((kill * 61) % 500)
      const victim = running[kill % servers]
      if (victim === undefined) throw new Error('there is no server to kill')
      if (smtp.received.items.length - before < people) total.whileSending += 1
      victim.process.child.kill('SIGKILL')
      await victim.process.ended
      running[kill % servers] = await group.startOn(Number(new URL(victim.url).port), settings)
      await waitUntilSent(group)
      const day = countDay(smtp, before, readers.addresses)
      for (const name of ['digests', 'repeats', 'twice', 'lost'] as const) total[name] += day[name]
    }
    return { kills, ...total }
  } finally {
    await group.stop()
    await smtp.stop()
  }
}
