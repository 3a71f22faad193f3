import { costlyMarkup } from '@espalier/domain/testing/costly-markup'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered, type Person } from '../support/person.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'
import { measureHealthDuring } from './health-latency.ts'

let server: AttackedServer
let ada: Person
let nodeId: string
beforeAll(async () => {
  server = await startAttackedServer()
  ada = await registered(server.url, 'ada@example.com')
  const projectId = await ada.createProject(server.url, 'Plan')
  nodeId = await ada.createNode(server.url, { projectId })
}, 240_000)
afterAll(() => server.discard())

const longest = 1_000_000
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const createProject = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'

/** On a quiet machine it is below 100 ms. A busy machine makes everything slower, including the quiet time. */
const generousMs = (quietMs: number): number => 10 * quietMs + 500

it(
  'does not delay others while a text of a million characters with any markup is sanitized',
  { timeout: 580_000 },
  async () => {
    const quiet = await measureHealthDuring(server.url, () => pause(2_000))
    const report: string[] = []
    const slow: string[] = []
    for (const [shape, make] of Object.entries(costlyMarkup)) {
      const markup = make(longest).slice(0, longest)
      const codes: string[] = []
      const latency = await measureHealthDuring(server.url, async () => {
        const body = await ada.ask(server.url, updateNode, { id: nodeId, data: { body: markup } })
        const json = await ada.ask(server.url, createProject, { data: { title: 'x', json: { text: markup } } })
        codes.push(...body.codes, ...json.codes)
      })
      expect(codes.filter((code) => code !== 'BAD_USER_INPUT')).toEqual([])
      report.push(`${shape}: p99 ${latency.p99Ms.toFixed(0)} ms, longest ${latency.maxMs.toFixed(0)} ms`)
      if (latency.p99Ms > generousMs(quiet.p99Ms)) slow.push(report.at(-1) ?? '')
    }
    if (process.env['SHOW_LATENCY'] !== undefined) {
      process.stdout.write(`quiet: p99 ${quiet.p99Ms.toFixed(0)} ms\n${report.join('\n')}\n`)
    }
    expect(slow).toEqual([])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  },
)
