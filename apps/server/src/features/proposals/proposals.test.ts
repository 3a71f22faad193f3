import { randomUUID } from 'node:crypto'
import { proposalLimits, proposalTexts } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCommentClient } from '../../testing/comment-client.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createProposalClient, type ProposalClient } from '../../testing/proposal-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let owner: SignedInViewer
let editor: SignedInViewer
let plan: NodeClient
let proposals: ProposalClient
let root: string

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('ada')
  editor = world.person('bob')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner, 'Garden')
  const data = { sharing: { users: { [editor.person.id]: 'editor' } } }
  await world.get(owner, updateProject, { id: plan.projectId, data })
  root = (await plan.add({ title: 'Beds' })).id
  proposals = createProposalClient(world, owner, plan.projectId)
})

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const actAs = (role: 'reader' | 'proposer' | 'editor', name = 'Robot'): SignedInViewer => ({
  ...owner,
  token: { id: randomUUID(), name, role, projectId: null, nodeId: null, expiresAt: null },
})
const ids = ({ changes }: Api.Proposal) => changes.map(({ id }) => id)
const problems = ({ changes }: Api.Proposal) => changes.map(({ problem }) => problem)
const titles = async () => (await plan.list()).map(({ title }) => title).sort()
const create = (title: string, parentId: string, id = randomUUID()) => ({ op: 'create', id, data: { title, parentId } })
const undo = (seq: number) =>
  world.ask(owner, 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }', {
    projectId: plan.projectId,
    seq,
  })

/** Versions grow with every change, also with one that undoes another. */
const strip = (nodes: readonly object[]) =>
  nodes.map((node) => JSON.stringify({ ...node, version: 0, transitions: [] })).sort()

describe('A proposal', () => {
  it('stores a proposal with its author and reason, changes nothing, and says that the changes fit', async () => {
    const before = await plan.seq()
    const robot = createProposalClient(world, actAs('proposer'), plan.projectId)
    const made = await robot.propose([create('Peas', root), { op: 'update', id: root, data: { title: 'Raised' } }], {
      title: 'Plant <b>more</b>',
      reason: 'There is room.',
    })
    expect(made).toMatchObject({
      projectId: plan.projectId,
      title: 'Plant <b>more</b>',
      reason: 'There is room.',
      state: 'open',
      tokenName: 'Robot',
      author: { email: 'ada@example.com' },
      changes: [
        { op: 'create', data: { title: 'Peas', parentId: root }, decision: null, fits: true, problem: null },
        { op: 'update', nodeId: root, data: { title: 'Raised' }, decision: null, fits: true, problem: null },
      ],
    })
    expect(await proposals.list()).toEqual([made])
    expect([await plan.seq(), await titles()]).toEqual([before, ['Beds']])
  })

  it('applies an accepted proposal as one act of the person, which is undone as one', async () => {
    const robot = createProposalClient(world, actAs('proposer'), plan.projectId)
    const other = await plan.add({ title: 'Old shed', parentId: root })
    const child = await plan.add({ title: 'Hooks', parentId: other.id })
    const peas = randomUUID()
    const made = await robot.propose([
      create('Peas', root, peas),
      create('Sow', peas),
      { op: 'update', id: peas, data: { dueDate: '2030-04-01', addBlockedByIds: [child.id] } },
      { op: 'update', id: child.id, data: { parentId: peas, status: 'progress' } },
      { op: 'delete', id: other.id },
    ])
    // With the blocker of the third change, the child would wait for itself below its new parent.
    expect(problems(made)).toEqual([null, null, null, 'A node cannot wait for itself', null])
    expect(problems(await proposals.decide(made.id, [], [ids(made)[2] ?? '']))).toEqual([null, null, null, null, null])
    const before = await plan.list()
    const deciding = createProposalClient(world, editor, plan.projectId)
    const decided = await deciding.decide(
      made.id,
      ids(made)
        .filter((_, index) => index !== 2)
        .toReversed(),
    )
    expect(decided).toMatchObject({ state: 'decided' })
    expect(decided.changes.map(({ decision }) => decision)).toEqual([
      'accepted',
      'accepted',
      'rejected',
      'accepted',
      'accepted',
    ])
    expect(await titles()).toEqual(['Beds', 'Hooks', 'Peas', 'Sow'])
    expect(await plan.node(child.id)).toMatchObject({ parentId: peas, status: 'progress' })
    const { history } = await world.get<{ history: { entries: readonly { seq: number; by: { email: string } }[] } }>(
      owner,
      'query ($projectId: ID!) { history(projectId: $projectId) { entries { seq by { email } tokenName } } }',
      { projectId: plan.projectId },
    )
    expect(history.entries[0]).toMatchObject({ by: { email: 'bob@example.com' }, tokenName: null })
    expect(readErrorCode(await undo(history.entries[0]?.seq ?? 0))).toBeUndefined()
    expect(strip(await plan.list())).toEqual(strip(before))
  })

  it('keeps a proposal open until every change is decided', async () => {
    const made = await proposals.propose([create('Peas', root), create('Beans', root), create('Kale', root)])
    const [first = '', second = '', third = ''] = ids(made)
    expect(await proposals.decide(made.id, [first], [second])).toMatchObject({
      state: 'open',
      changes: [{ decision: 'accepted' }, { decision: 'rejected' }, { decision: null, fits: true }],
    })
    expect(await titles()).toEqual(['Beds', 'Peas'])
    const again = await proposals.try('decideProposal', { id: made.id, accept: [first], reject: [] })
    expect([readErrorCode(again), again.errors?.[0]?.message]).toEqual(['CONFLICT', proposalTexts.changeDecided])
    expect(await proposals.decide(made.id, [], [third])).toMatchObject({ state: 'decided' })
    expect([await proposals.list(), (await proposals.list('decided')).length]).toEqual([[], 1])
    const late = await proposals.try('decideProposal', { id: made.id, accept: [third], reject: [] })
    expect(late.errors?.[0]?.message).toBe(proposalTexts.isDecided)
  })

  it('says which changes no longer fit, and applies nothing if one of the accepted ones does not', async () => {
    const [kept, gone] = [
      await plan.add({ title: 'Kept', parentId: root }),
      await plan.add({ title: 'Gone', parentId: root }),
    ]
    const made = await proposals.propose([
      { op: 'update', id: kept.id, data: { title: 'Renamed' } },
      { op: 'update', id: gone.id, data: { title: 'Never' } },
      create('Below', gone.id),
      { op: 'delete', id: gone.id },
      { op: 'update', id: root, data: { parentId: kept.id } },
    ])
    await plan.try('deleteNode', { id: gone.id })
    const [listed] = await proposals.list()
    expect(listed && problems(listed)).toEqual([
      null,
      'The node has been deleted',
      'The parent node has been deleted',
      'The node has been deleted',
      'A node cannot be moved below itself',
    ])
    const before = await plan.list(true)
    for (const [index, id] of ids(made).entries()) {
      if (index === 0) continue
      const answer = await proposals.try('decideProposal', { id: made.id, accept: [ids(made)[0], id], reject: [] })
      expect([readErrorCode(answer), answer.errors?.[0]?.message]).toEqual([
        'CONFLICT',
        listed?.changes[index]?.problem,
      ])
    }
    expect(await plan.list(true)).toEqual(before)
    expect(await proposals.decide(made.id, [ids(made)[0] ?? ''], ids(made).slice(1))).toMatchObject({
      state: 'decided',
    })
    expect(await titles()).toEqual(['Beds', 'Renamed'])
  })

  it('says what happens to changes that build on one that is rejected or not accepted', async () => {
    const peas = randomUUID()
    const made = await proposals.propose([create('Peas', root, peas), create('Sow', peas), create('Kale', root)])
    const [base = '', above = ''] = ids(made)
    const early = await proposals.try('decideProposal', { id: made.id, accept: [above], reject: [] })
    expect(early.errors?.[0]?.message).toBe(proposalTexts.baseOpen)
    const rejected = await proposals.decide(made.id, [], [base])
    expect(problems(rejected)).toEqual([null, proposalTexts.baseRejected, null])
    expect(rejected.changes.map(({ fits }) => fits)).toEqual([true, false, true])
    const late = await proposals.try('decideProposal', { id: made.id, accept: [above], reject: [] })
    expect([readErrorCode(late), late.errors?.[0]?.message]).toEqual(['CONFLICT', proposalTexts.baseRejected])
  })

  it('judges each proposal by itself, even if two create the same node', async () => {
    const peas = randomUUID()
    for (const title of ['one', 'two'])
      expect(problems(await proposals.propose([create(title, root, peas), create('Sow', peas)]))).toEqual([null, null])
    const [one, two] = await proposals.list()
    expect([one && problems(one), two && problems(two)]).toEqual([
      [null, null],
      [null, null],
    ])
    await proposals.decide(one?.id ?? '', one === undefined ? [] : ids(one))
    const [left] = await proposals.list()
    expect(left && problems(left)).toEqual(['This id cannot be used for a new node', null])
  })

  it('notices references that the project has lost, and dates that no longer go together', async () => {
    await world.get(owner, updateProject, { id: plan.projectId, data: { tagChanges: { put: [{ name: 'wet' }] } } })
    const { project } = await world.get<{ project: { tags: readonly { id: string }[] } }>(
      owner,
      'query ($id: ID!) { project(id: $id) { tags { id } } }',
      { id: plan.projectId },
    )
    const [tag] = project.tags
    await proposals.propose([
      { op: 'update', id: root, data: { addTagIds: [tag?.id] } },
      { op: 'update', id: root, data: { dueDate: '2030-01-01' } },
      { op: 'update', id: root, data: { assigneeIds: [editor.person.id] } },
    ])
    await world.get(owner, updateProject, { id: plan.projectId, data: { tags: [] } })
    await world.get(owner, updateProject, { id: plan.projectId, data: { sharing: { users: {} } } })
    await plan.change(root, { startDate: '2031-01-01' })
    const [listed] = await proposals.list()
    expect(listed?.changes.map(({ fits }) => fits)).toEqual([false, false, false])
    expect(listed?.changes[1]?.problem).toBe('The due date cannot be before the start date')
  })

  it('notifies everybody who can edit once, and the author only if a program made the proposal', async () => {
    const inboxes = async () => {
      const kinds: string[][] = []
      for (const viewer of [owner, editor]) {
        const { notifications } = await createCommentClient(world, viewer).inbox({ unread: true })
        kinds.push(
          notifications
            .filter((one) => one.projectId === plan.projectId && one.kind === 'proposal')
            .map(({ text }) => text),
        )
      }
      return kinds
    }
    await proposals.propose([create('Peas', root)])
    await proposals.propose([create('Beans', root)])
    expect(await inboxes()).toEqual([[], ['ada proposed changes to "Garden"']])
    await createProposalClient(world, actAs('proposer'), plan.projectId).propose([create('Kale', root)])
    expect((await inboxes()).map((one) => one.length)).toEqual([1, 1])
  })

  it('lets only the author and the token that made it withdraw a proposal', async () => {
    const robot = actAs('proposer')
    const made = await createProposalClient(world, robot, plan.projectId).propose([create('Peas', root)])
    const withdraw = async (viewer: SignedInViewer, id: string) =>
      readErrorCode(await createProposalClient(world, viewer, plan.projectId).try('withdrawProposal', { id }))
    expect(await withdraw(editor, made.id)).toBe('FORBIDDEN')
    expect(await withdraw(actAs('editor', 'Other'), made.id)).toBe('FORBIDDEN')
    expect(await withdraw(robot, made.id)).toBeUndefined()
    expect(await withdraw(owner, made.id)).toBe('CONFLICT')
    const late = await proposals.try('decideProposal', { id: made.id, accept: ids(made), reject: [] })
    expect(late.errors?.[0]?.message).toBe(proposalTexts.isWithdrawn)
    expect(await proposals.list('withdrawn')).toHaveLength(1)
    const second = await createProposalClient(world, robot, plan.projectId).propose([create('Peas', root)])
    expect(await withdraw(owner, second.id)).toBeUndefined()
  })

  it('hides proposals from people who only have the link', async () => {
    await proposals.propose([create('Peas', root)])
    await world.get(owner, updateProject, { id: plan.projectId, data: { sharing: { generalAccess: 'anyone' } } })
    expect(await createProposalClient(world, world.person('eve'), plan.projectId).list()).toEqual([])
  })

  it('answers a repeated operation with its first answer', async () => {
    const sending = { clientId: 'tab', operationId: randomUUID() }
    const variables = { projectId: plan.projectId, title: 'x', changes: [create('Peas', root)] }
    const first = await proposals.try('createProposal', variables, sending)
    expect(await proposals.try('createProposal', variables, sending)).toEqual(first)
    expect(await proposals.list()).toHaveLength(1)
  })
})

describe('A proposal that is wrong', () => {
  const other = randomUUID()
  it.each([
    ['no changes', []],
    ['too many changes', Array.from({ length: proposalLimits.changes + 1 }, () => ({ op: 'delete', id: other }))],
    ['too large changes', [{ op: 'update', id: other, data: { body: 'x'.repeat(proposalLimits.bytes) } }]],
    ['a change that is no object', ['delete']],
    ['an unknown operation', [{ op: 'move', id: other }]],
    ['an unknown property', [{ op: 'delete', id: other, nodeId: other }]],
    ['no id', [{ op: 'delete' }]],
    ['an id that is no UUID', [{ op: 'create', id: 'x', data: {} }]],
    ['an unknown field', [{ op: 'update', id: other, data: { tilte: 'x' } }]],
    ['a field of another type', [{ op: 'update', id: other, data: { title: 5 } }]],
    ['a date that does not exist', [{ op: 'update', id: other, data: { dueDate: '2030-02-30' } }]],
    ['an update without data', [{ op: 'update', id: other, data: {} }]],
    ['a deletion with data', [{ op: 'delete', id: other, data: { title: 'x' } }]],
    ['a node that is created twice', [create('a', other, other), create('b', other, other)]],
    ['two different ids', [{ op: 'create', id: other, data: { id: randomUUID() } }]],
    ['another project', [{ op: 'create', id: other, data: { projectId: randomUUID() } }]],
    ['a linked project', [{ op: 'update', id: other, data: { projectLink: randomUUID() } }]],
  ])('is refused with its reason: %s', async (_name, changes) => {
    const answer = await proposals.try('createProposal', { projectId: plan.projectId, title: 'x', changes })
    expect(readErrorCode(answer)).toBe('BAD_USER_INPUT')
    expect(answer.errors?.[0]?.extensions?.['field']).toBe('changes')
    expect(await proposals.list()).toEqual([])
  })

  it('refuses a proposal without a title, and unknown or contradicting decisions', async () => {
    const nameless = { projectId: plan.projectId, title: ' ', changes: [create('Peas', root)] }
    expect((await proposals.try('createProposal', nameless)).errors?.[0]?.extensions).toMatchObject({ field: 'title' })
    const made = await proposals.propose([create('Peas', root)])
    const [id] = ids(made)
    for (const decision of [
      { accept: [], reject: [] },
      { accept: [randomUUID()], reject: [] },
      { accept: [id], reject: [id] },
    ])
      expect(readErrorCode(await proposals.try('decideProposal', { id: made.id, ...decision }))).toBe('BAD_USER_INPUT')
    expect(await proposals.list()).toEqual([made])
  })

  it('removes harmful markup from proposed texts', async () => {
    const made = await proposals.propose([
      { op: 'create', data: { title: '<img src=x onerror=alert(1)>Peas', parentId: root, fields: {} } },
    ])
    expect(JSON.stringify(made.changes)).not.toContain('onerror')
  })

  it('refuses a proposal once the project has as many open ones as it may', async () => {
    const one = [create('Peas', root)]
    await world.test.pool.query(
      `insert into proposals (id, project_id, title, reason, author, created_at, changes)
       select gen_random_uuid(), $1, 'x', '', 'x', now(), '[]' from generate_series(1, $2)`,
      [plan.projectId, proposalLimits.openPerProject],
    )
    const answer = await proposals.try('createProposal', { projectId: plan.projectId, title: 'x', changes: one })
    expect(answer.errors?.[0]?.message).toBe(proposalTexts.tooMany)
  })

  it('does not find nodes of other projects, and a viewer and a reader may not propose', async () => {
    const elsewhere = await (await openTestProject(world, owner, 'Elsewhere')).add()
    const made = await proposals.propose([{ op: 'update', id: elsewhere.id, data: { title: 'x' } }])
    expect(problems(made)).toEqual(['Node not found'])
    const viewer = world.person('vic')
    const data = { sharing: { users: { [viewer.person.id]: 'viewer' } } }
    await world.get(owner, updateProject, { id: plan.projectId, data })
    for (const [who, code] of [
      [viewer, 'FORBIDDEN'],
      [actAs('reader'), 'FORBIDDEN'],
    ] as const) {
      const client = createProposalClient(world, who, plan.projectId)
      const variables = { projectId: plan.projectId, title: 'x', changes: [create('Peas', root)] }
      expect(readErrorCode(await client.try('createProposal', variables))).toBe(code)
    }
    expect(await plan.list()).toHaveLength(1)
  })
})
