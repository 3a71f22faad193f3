import type { PageData, PageSession } from '@espalier/schema'
import { describe, expect, it, vi } from 'vitest'
import { createEarlyData } from './early-data.ts'

const project = { name: 'Project', text: 'query Project{...}', variables: { id: 'p1' } }
const nodes = { name: 'Nodes', text: 'query Nodes{...}', variables: { projectId: 'p1' } }
const projects = { name: 'Projects', text: 'query Projects{...}', variables: { filter: 'inbox' } }
const session: PageSession = {
  identity: {
    id: 'ada',
    traits: { email: 'ada@example.com', firstname: 'Ada', lastname: null },
    metadata_public: { picture: null, status: 'active' },
    verifiable_addresses: [],
  },
}
const sessionData: PageData = { personId: 'ada', session, answers: [] }
const refusal = (code: string) => ({ data: null, errors: [{ message: 'no', extensions: { code } }] })

function start(
  answer: object = { data: { project: { id: 'p1' } } },
  more: Readonly<Record<string, PageData | null>> = {},
) {
  const served: Readonly<Record<string, PageData | null>> = {
    '/page-data/session': sessionData,
    '/page-data/projects/p1': {
      personId: 'ada',
      answers: [
        { query: project.text, variables: project.variables, answer },
        { query: nodes.text, variables: nodes.variables, answer: { data: { nodes: [] } } },
      ],
    },
    ...more,
  }
  const load = vi.fn(async (path: string) => served[path] ?? null)
  let time = 0
  const early = createEarlyData(load, () => time)
  early.begin('/tree/p1')
  return { early, load, wait: (ms: number) => void (time += ms) }
}

const ada = () => 'ada'

describe('early data', () => {
  it('answers each question of the start once, and the second time not at all', async () => {
    const { early, load } = start()
    expect(await early.consumeSession()).toEqual(session)
    expect(await early.consumeAnswer(project, ada)).toEqual({ data: { project: { id: 'p1' } } })
    expect(await early.consumeAnswer(nodes, ada)).toEqual({ data: { nodes: [] } })
    expect(await early.consumeAnswer(project, ada)).toBeNull()
    expect(await early.consumeSession()).toBeUndefined()
    expect(load.mock.calls).toEqual([['/page-data/session'], ['/page-data/projects/p1']])
  })

  it.each([
    ['another person', project, () => 'bea'],
    ['a visitor without a session', project, () => null],
    ['another project', { ...project, variables: { id: 'p2' } }, ada],
    ['other fields, as of another build', { ...project, text: 'query Project{more}' }, ada],
    ['another operation', { ...project, name: 'History' }, ada],
  ])('does not answer %s', async (_, operation, person) => {
    expect(await start().early.consumeAnswer(operation, person)).toBeNull()
  })

  it('answers nothing when the data is missing or could not be loaded', async () => {
    const { early } = start({}, { '/page-data/session': null, '/page-data/projects/p1': null })
    expect(await early.consumeSession()).toBeUndefined()
    expect(await early.consumeAnswer(project, ada)).toBeNull()
  })

  it('answers nothing when the data is old', async () => {
    const { early, wait } = start()
    wait(30_000)
    expect(await early.consumeSession()).toBeUndefined()
    expect(await early.consumeAnswer(project, ada)).toBeNull()
  })

  it('reports a missing project, and asks again after any other refusal', async () => {
    expect(await start(refusal('NOT_FOUND')).early.consumeAnswer(project, ada)).toEqual(refusal('NOT_FOUND'))
    for (const code of ['UNAUTHENTICATED', 'INTERNAL', 'RATE_LIMITED'])
      expect(await start(refusal(code)).early.consumeAnswer(project, ada)).toBeNull()
  })

  it('reports that nobody is signed in', async () => {
    const load = vi.fn(async (): Promise<PageData> => ({ personId: null, session: null, answers: [] }))
    const early = createEarlyData(load)
    early.begin('/projects')
    expect(await early.consumeSession()).toBeNull()
    expect(await early.consumeAnswer(projects, () => null)).toBeNull()
    expect(load.mock.calls).toEqual([['/page-data/projects']])
  })

  it('loads nothing on the login page', async () => {
    const load = vi.fn(async () => sessionData)
    const early = createEarlyData(load)
    early.begin('/login')
    expect(await early.consumeSession()).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })
})
