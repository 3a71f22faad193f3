import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharedBus } from '../../testing/live-world.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld } from '../../testing/project-world.ts'
import { createToken, startTokenServer, type TokenServer } from '../../testing/token-server.ts'
import { connectTestClient, readPromptClose, readUpgradeStatus } from '../../transport/testing/test-client.ts'

let world: ProjectWorld
let revoking: ProjectServer
let servers: TokenServer[]

beforeAll(async () => {
  world = await openProjectWorld()
  const bus = createSharedBus()
  servers = []
  revoking = world.another(bus)
  for (const server of [revoking, world.another(bus), world.another(bus)]) servers.push(await startTokenServer(server))
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await world.close()
})

describe('Revoking an access token', () => {
  it('ends its requests and its sockets on three servers, and no others', async () => {
    const owner = world.person('owner')
    const plan = await openTestProject(world, owner)
    const kept = await createToken(world, owner, {})
    const { token, secret } = await createToken(world, owner, {})
    const connectAll = (own: string) =>
      Promise.all(
        servers.map(async ({ port }) => {
          const client = connectTestClient(port, { headers: { authorization: `Bearer ${own}` } })
          await client.init()
          const document = 'subscription ($projectId: ID!) { nodeCreated(projectId: $projectId) { title } }'
          client.subscribe('1', document, { projectId: plan.projectId })
          return client
        }),
      )
    const [ended, others] = [await connectAll(secret), await connectAll(kept.secret)]
    expect(await revoking.tokens.revoke(owner, token.id)).toBe(true)
    expect(await Promise.all(ended.map(readPromptClose))).toEqual([4401, 4401, 4401])
    for (const server of servers) {
      expect((await server.post('/graphql', secret, { query: '{ projects { id } }' })).status).toBe(401)
      const headers = { authorization: `Bearer ${secret}` }
      expect(await readUpgradeStatus(server.port, { headers })).toBe(401)
      expect(await server.ask(kept.secret, '{ projects { id } }')).toEqual({
        data: { projects: [{ id: plan.projectId }] },
      })
    }
    for (const { socket } of others) {
      expect(socket.readyState).toBe(socket.OPEN)
      socket.close()
    }
  })
})
