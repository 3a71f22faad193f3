import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildMailMessage } from '../../adapters/mail/mail-carriers.ts'
import { createJobQueue } from '../../adapters/graphile-worker/job-queue.ts'
import type { Database } from '../../database/database.ts'
import { type CommentClient, createCommentClient, mention } from '../../testing/comment-client.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld } from '../../testing/project-world.ts'
import { createMailer } from '../mail/index.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { notificationJobRunners } from './index.ts'

let world: ProjectWorld
let now: Date
let owner: SignedInViewer
let reader: SignedInViewer
let plan: NodeClient
let nodeId: string
let comments: CommentClient

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const share = (users: object) => world.get(owner, updateProject, { id: plan.projectId, data: { sharing: { users } } })
const update = `mutation ($data: NotificationSettingsInput!) { updateNotificationSettings(data: $data) { mentions } }`

beforeEach(async () => {
  now = new Date()
  world = await openProjectWorld({ now: () => now })
  owner = world.person('ada')
  reader = world.person('bob')
  comments = createCommentClient(world, owner)
  for (const { accountId, person } of [owner, reader]) {
    const row = [accountId, person.id, person.email, person.firstname]
    await world.test.pool.query('insert into accounts (id, user_id, email, firstname) values ($1, $2, $3, $4)', row)
  }
  plan = await openTestProject(world, owner, 'Garden')
  nodeId = (await plan.add({ title: 'Order seeds' })).id
  await share({ [reader.person.id]: 'viewer' })
})
afterEach(() => world.close())

/** The database's clock decides what has settled, so the notifications become older instead. */
const settle = () => world.test.pool.query(`update notifications set at = now() - interval '2 minutes'`)
const run = (...servers: readonly ProjectServer[]) =>
  Promise.all(servers.map((server) => server.notificationRunners['mail-notifications']({})))

describe('Mails about notifications', () => {
  it('tell of a mention soon, with the link to the node and a way to unsubscribe', async () => {
    const { id: commentId } = await comments.add(nodeId, `<p>Hi ${mention(reader.person.id)} <script>x()</script></p>`)
    await run(world)
    expect(await world.letters()).toEqual([])
    await settle()
    await run(world)
    const [letter, ...others] = await world.letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      to: 'bob@example.com',
      subject: 'ada@example.com mentioned you in "Order seeds": Hi @somebody',
      unsubscribeUrl: expect.stringContaining('https://'),
      threadId: nodeId,
    })
    if (letter === undefined) throw new Error('there is no mail')
    const thread = `<${nodeId}.thread@example.com>`
    expect(buildMailMessage(letter, 'Espalier <mail@example.com>')).toMatchObject({
      references: thread,
      inReplyTo: thread,
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    expect(letter.text).toContain(`https://espalier.example/tree/${plan.projectId}#node=${nodeId}&comment=${commentId}`)
    expect(letter.html).not.toContain('<script')
  })

  it('are sent once, whatever number of servers runs at the same time', async () => {
    const servers = [world, world.another(), world.another()]
    for (let count = 0; count < 5; count += 1) {
      const { id } = await plan.add({ title: `${count}` })
      await comments.add(id, mention(reader.person.id))
    }
    await settle()
    await run(...servers, ...servers)
    const letters = await world.letters()
    expect(letters.map(({ subject }) => subject)).toEqual(['5 new notifications in Espalier'])
    for (const title of ['0', '1', '2', '3', '4']) expect(letters[0]?.text).toContain(`"${title}"`)
  })

  it('say nothing of what was read, of what the person can no longer see, and of what they do not want', async () => {
    const read = await plan.add({ title: 'read' })
    await comments.add(read.id, mention(reader.person.id))
    await world.get(reader, 'mutation { markNotificationsRead(all: true) }')
    await settle()
    await run(world)
    await comments.add(nodeId, mention(reader.person.id))
    await settle()
    await share({})
    await run(world)
    await share({ [reader.person.id]: 'viewer' })
    await world.get(reader, update, { data: { mentions: 'never' } })
    await settle()
    await run(world)
    expect(await world.letters()).toEqual([])
    await world.get(reader, update, { data: { mentions: 'immediately' } })
    await run(world)
    expect(await world.letters()).toHaveLength(1)
  })

  it('collect the rest in one digest a day, in the morning where the person is', async () => {
    await plan.change(nodeId, { assigneeIds: [reader.person.id] })
    now.setUTCHours(7, 59)
    await run(world)
    expect(await world.letters()).toEqual([])
    await world.get(reader, update, { data: { timeZone: 'America/New_York' } })
    now.setUTCHours(11, 30)
    await run(world)
    expect(await world.letters()).toEqual([])
    now.setUTCHours(13, 30)
    const servers = [world, world.another(), world.another()]
    await run(...servers, ...servers)
    expect((await world.letters()).map(({ subject }) => subject)).toEqual([
      'ada@example.com assigned "Order seeds" to you',
    ])
    const second = await plan.add({ title: 'Dig' })
    await plan.change(second.id, { assigneeIds: [reader.person.id] })
    now.setUTCHours(15)
    await run(...servers)
    expect(await world.letters()).toHaveLength(1)
    now = new Date(now.getTime() + 24 * 3_600_000)
    await run(...servers)
    expect(await world.letters()).toHaveLength(2)
  })

  it('are neither lost nor doubled when a server dies between the claim and the mail', async () => {
    await comments.add(nodeId, mention(reader.person.id))
    await settle()
    const { pool, transaction } = world.database
    let kills = 0
    const dying: Database = {
      pool,
      transaction: (work, options) =>
        transaction(async (tx) => {
          await work(tx)
          kills += 1
          throw new Error('killed')
        }, options),
    }
    const sender = notificationJobRunners({
      database: dying,
      mailer: createMailer({ jobs: createJobQueue(pool) }),
      bus: world.bus,
      productName: 'Espalier',
      webUrl: () => 'https://espalier.example',
      buildUnsubscribeUrl: () => 'https://espalier.example',
    })
    for (let count = 0; count < 100; count += 1)
      await expect(sender['mail-notifications']({})).rejects.toThrow('killed')
    expect(kills).toBe(100)
    expect(await world.letters()).toEqual([])
    await run(world)
    await run(world)
    expect(await world.letters()).toHaveLength(1)
  })
})
