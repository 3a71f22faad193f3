import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

/**
 * Checks per run; PROPERTY_TIMES multiplies them, as in `npm run properties`:
 * PROPERTY_TIMES=34 npx vitest run apps/server/src/features/search/search-rights.test.ts
 */
const checks = 300 * Number(process.env['PROPERTY_TIMES'] ?? 1)
const peopleCount = 5
const projectCount = 12
const vocabulary = ['garden', 'garten', 'wall', 'water', 'tower', 'towel', 'stone', 'store', 'kitchen', 'chicken']

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('share' as const),
      project: fc.nat(),
      person: fc.nat(),
      isMember: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      project: fc.nat(),
      status: fc.constantFrom('active', 'archived', 'deleted'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('search' as const),
      person: fc.nat(),
      word: fc.nat(),
      form: fc.constantFrom('whole', 'begun', 'misspelled'),
    }),
  },
)

interface TestedProject {
  readonly id: string
  readonly owner: number
  readonly members: Set<number>
  readonly words: Map<string, readonly string[]>
  status: string
}

const query = 'query ($text: String!) { search(text: $text, first: 100) { project { id } node { id } } }'
let world: ProjectWorld
let people: SignedInViewer[]
const projects: TestedProject[] = []

beforeAll(async () => {
  world = await openProjectWorld()
  people = Array.from({ length: peopleCount }, (_, index) => world.person(`person${index}`))
  for (let index = 0; index < projectCount; index += 1) {
    const owner = index % peopleCount
    const viewer = people[owner] as SignedInViewer
    // The title of a project is a word too.
    const client = await openTestProject(world, viewer, vocabulary[(index * 3) % vocabulary.length])
    const words = new Map<string, readonly string[]>()
    for (let node = 0; node < 4; node += 1) {
      const own = [index + node, index * 2 + node * 3].map((at) => vocabulary[at % vocabulary.length] as string)
      words.set((await client.add({ title: own[0], body: `<p>${own[1]}</p>` })).id, own)
    }
    projects.push({ id: client.projectId, owner, members: new Set(), words, status: 'active' })
  }
})
afterAll(() => world.close())

const isVisible = ({ owner, members, status }: TestedProject, person: number): boolean =>
  status !== 'deleted' && (owner === person || members.has(person))

async function change(one: TestedProject, data: object): Promise<void> {
  const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
  await world.get(people[one.owner] as SignedInViewer, updating, { id: one.id, data })
}

it(
  'finds everything in the projects of a person and nothing in others, while access changes',
  async () => {
    const seed = process.env['PROPERTY_TIMES'] === undefined ? 21 : Date.now()
    let searches = 0
    for (const one of fc.sample(step, { numRuns: Math.ceil((checks * 8) / 6), seed })) {
      const tested = 'project' in one ? projects[one.project % projectCount] : undefined
      if (one.kind === 'share' && tested !== undefined) {
        const person = one.person % peopleCount
        if (tested.status === 'deleted' || person === tested.owner) continue
        if (one.isMember) tested.members.add(person)
        else tested.members.delete(person)
        const users = Object.fromEntries([...tested.members].map((at) => [people[at]?.person.id, 'viewer']))
        await change(tested, { sharing: { generalAccess: 'restricted', users } })
      } else if (one.kind === 'status' && tested !== undefined) {
        // From the trash, a project is restored first.
        if (tested.status === 'deleted' && one.status === 'archived') continue
        tested.status = one.status
        await change(tested, { status: one.status })
      } else if (one.kind === 'search') {
        const word = vocabulary[one.word % vocabulary.length] as string
        await check(one.person % peopleCount, word, one.form)
        searches += 1
      }
    }
    expect(searches).toBeGreaterThan(checks * 0.9)
  },
  30_000 + checks * 100,
)

async function check(person: number, word: string, form: string): Promise<void> {
  const text = { whole: word, begun: word.slice(0, -1), misspelled: `${word.slice(0, -1)}x` }[form] ?? word
  const { search } = await world.get<{ search: { project: { id: string }; node: { id: string } | null }[] }>(
    people[person] as SignedInViewer,
    query,
    { text },
  )
  const visible = projects.filter((one) => isVisible(one, person))
  const visibleIds = new Set(visible.map(({ id }) => id))
  expect(search.filter(({ project }) => !visibleIds.has(project.id))).toEqual([])
  const found = new Set(search.flatMap(({ node }) => node?.id ?? []))
  const expected = visible.flatMap(({ words }) => [...words].filter(([, own]) => own.includes(word)).map(([id]) => id))
  // A misspelled word is corrected to words of titles only.
  const isTitle = visible.some(({ words }) => [...words.values()].some(([title]) => title === word))
  if (form !== 'misspelled' || isTitle) expect(expected.filter((id) => !found.has(id))).toEqual([])
}
