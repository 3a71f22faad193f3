import { randomUUID } from 'node:crypto'
import type { Api } from '@espalier/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStoredBreaches } from '../../database/consistency.ts'
import { applyNaively, type PlainChange, type PlainPlan, toPlainPlan } from '../../testing/naive-plan.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createProposalClient, type ProposalClient } from '../../testing/proposal-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let owner: SignedInViewer

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('ada')
})
afterAll(() => world.close())

/** `PROPOSALS=long` makes 10,000 decisions, which takes many minutes. */
const decisionsPerSeed = process.env['PROPOSALS'] === 'long' ? 2_500 : 30
/** Deleted nodes stay, so that a plan grows with every decision and would make each slower than the one before. */
const decisionsPerPlan = 50

function createDice(seed: number) {
  let state = seed
  const roll = (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  return { roll, pick: <Item>(items: readonly Item[]): Item => items[roll(items.length)] as Item }
}
type Dice = ReturnType<typeof createDice>

interface World {
  readonly plan: NodeClient
  readonly proposals: ProposalClient
  readonly dice: Dice
}

/** A change of a node that is there or was there, or of one that an earlier change creates. */
function makeChange({ dice }: World, ids: readonly string[]): { op: string; id: string; data?: object } {
  const id = dice.pick(ids)
  const kind = dice.roll(10)
  if (kind < 3)
    return { op: 'create', id: randomUUID(), data: { title: `n${dice.roll(1_000)}`, parentId: dice.pick(ids) } }
  if (kind < 5) return { op: 'update', id, data: { title: `t${dice.roll(1_000)}` } }
  if (kind < 8) return { op: 'update', id, data: { parentId: dice.roll(6) === 0 ? null : dice.pick(ids) } }
  if (kind < 9) return { op: 'update', id, data: { addBlockedByIds: [dice.pick(ids)] } }
  return { op: 'delete', id }
}

async function propose(one: World, ids: readonly string[]): Promise<void> {
  const known = [...ids]
  const changes: object[] = []
  for (let count = 1 + one.dice.roll(6); count > 0; count -= 1) {
    const change = makeChange(one, known)
    changes.push(change)
    if (change.op === 'create') known.push(change.id)
  }
  await one.proposals.propose(changes)
}

async function edit(one: World, ids: readonly string[]): Promise<void> {
  const { op, id, data } = makeChange(one, ids)
  if (op === 'create') await one.plan.try('createNode', { data: { projectId: one.plan.projectId, ...data } })
  else if (op === 'delete') await one.plan.try('deleteNode', { id })
  else await one.plan.try('updateNode', { id, data })
}

const applyAll = (plan: PlainPlan, changes: readonly PlainChange[]): PlainPlan | null =>
  changes.reduce<PlainPlan | null>((now, change) => now && applyNaively(now, change), plan)

/** Compares what the naive rules know; the order of the map does not matter. */
const toComparable = (plan: PlainPlan): unknown =>
  [...plan].map(([id, node]) => ({ id, ...node })).sort((a, b) => (a.id < b.id ? -1 : 1))

function expectFits(plan: PlainPlan, { changes }: Api.Proposal): void {
  let now = plan
  for (const change of changes) {
    if (change.decision != null) continue
    const next = applyNaively(now, change as PlainChange)
    expect([change.op, change.data, change.fits]).toEqual([change.op, change.data, next !== null])
    expect(change.problem === null).toBe(change.fits)
    now = next ?? now
  }
}

/** Decides some of the open changes. Returns how it went. */
async function decide(one: World, plan: PlainPlan, proposal: Api.Proposal): Promise<'applied' | 'refused'> {
  const open = proposal.changes.filter(({ decision }) => decision == null)
  // Half of the time what fits is accepted, which must always succeed.
  const isFitting = one.dice.roll(2) === 0
  const accepted = isFitting ? open.filter(({ fits }) => fits) : open.filter(() => one.dice.roll(2) === 0)
  const rejected = open.filter((change) => !accepted.includes(change) && one.dice.roll(2) === 0)
  const toIds = (changes: typeof open) => changes.map(({ id }) => id)
  const named = accepted.length + rejected.length === 0 ? open.slice(0, 1) : rejected
  const expected = applyAll(plan, accepted as unknown as readonly PlainChange[])
  if (isFitting) expect(expected).not.toBeNull()
  const answer = await one.proposals.try('decideProposal', {
    id: proposal.id,
    accept: toIds(accepted),
    reject: toIds(named),
  })
  expect(readErrorCode(answer)).toBe(expected === null ? 'CONFLICT' : undefined)
  const after = toPlainPlan(await one.plan.list(true))
  expect(toComparable(after)).toEqual(toComparable(expected ?? plan))
  return expected === null ? 'refused' : 'applied'
}

/** Proposes until three proposals are open, edits the plan, and decides one of them. */
async function takeTurn(one: World): Promise<'applied' | 'refused'> {
  const { plan, proposals, dice } = one
  const ids = (await plan.list(true)).map(({ id }) => id)
  for (let missing = 3 - (await proposals.list()).length; missing > 0; missing -= 1) await propose(one, ids)
  for (let edits = dice.roll(3); edits > 0; edits -= 1) await edit(one, ids)
  const now = toPlainPlan(await plan.list(true))
  const open = await proposals.list()
  for (const proposal of open) expectFits(now, proposal)
  return decide(one, now, dice.pick(open))
}

describe('Proposals while the plan moves', () => {
  it.each([11, 23, 47, 89])(
    'fit exactly if naive rules say so, and are applied whole or not at all, seed %i',
    async (seed) => {
      const dice = createDice(seed)
      const outcomes = { applied: 0, refused: 0 }
      for (let made = 0; made < decisionsPerSeed; made += decisionsPerPlan) {
        const plan = await openTestProject(world, owner)
        const one: World = { plan, proposals: createProposalClient(world, owner, plan.projectId), dice }
        for (let count = 0; count < 6; count += 1) await plan.add({ title: `start ${count}` })
        for (let turn = Math.min(decisionsPerPlan, decisionsPerSeed - made); turn > 0; turn -= 1)
          outcomes[await takeTurn(one)] += 1
        expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
      }
      expect(Math.min(outcomes.applied, outcomes.refused)).toBeGreaterThan(0)
    },
    decisionsPerSeed * 2_000,
  )

  it('applies racing decisions about the same change once', async () => {
    const plan = await openTestProject(world, owner)
    const root = await plan.add({ title: 'Beds' })
    const servers = [world, world.another(), world.another()]
    for (let round = 0; round < 10; round += 1) {
      const proposal = await createProposalClient(world, owner, plan.projectId).propose([
        { op: 'create', data: { title: `Peas ${round}`, parentId: root.id } },
      ])
      const [change] = proposal.changes
      const answers = await Promise.all(
        servers.map((server) =>
          createProposalClient(server, owner, plan.projectId).try('decideProposal', {
            id: proposal.id,
            accept: [change?.id],
            reject: [],
          }),
        ),
      )
      expect(answers.map(readErrorCode).sort()).toEqual(['CONFLICT', 'CONFLICT', undefined])
    }
    expect(await plan.list()).toHaveLength(11)
  })
})
