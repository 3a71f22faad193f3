import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registered } from '../support/person.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'
import { heavyAttacks, storeLongTexts, sendAttack, writeWhile, type Damage, type TreeInput } from './heavy-answers.ts'

const mostGrownMegabytes = 200
let server: AttackedServer
let stored: TreeInput
beforeAll(async () => {
  server = await startAttackedServer()
  const ada = await registered(server.url, 'ada@example.com')
  stored = await storeLongTexts(server, ada, { projects: 10, nodes: 8 })
}, 480_000)
afterAll(() => server.discard())

describe('short request for very much data', () => {
  it('neither fills the memory nor keeps an honest editor from writing', async () => {
    const editor = await registered(server.url, 'bea@example.com')
    const damages: Damage[] = []
    const { done, failed } = await writeWhile(server.url, editor, async () => {
      for (const attack of heavyAttacks(stored)) damages.push(await sendAttack(server, attack))
    })
    expect(damages.map(({ name, requestBytes }) => [name, requestBytes < 1_000_000])).toEqual(
      damages.map(({ name }) => [name, true]),
    )
    expect(damages.filter(({ grownMegabytes }) => grownMegabytes > mostGrownMegabytes)).toEqual([])
    expect(damages.filter(({ answerMegabytes }) => answerMegabytes > 140)).toEqual([])
    expect([failed, done > 0]).toEqual([0, true])
  }, 480_000)
})
