import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlannedProject } from '../../testing/planned-project.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const query = `query ($projectId: ID!) { schedule(projectId: $projectId) {
  unit criticalLength nodes { id state isCritical slack earliestStart openBlockerIds } } }`

interface ScheduleAnswer {
  readonly unit: string
  readonly criticalLength: number
  readonly nodes: readonly { readonly id: string }[]
}

let world: ProjectWorld
let ada: SignedInViewer
let plan: Awaited<ReturnType<typeof openPlannedProject>>

beforeAll(async () => {
  world = await openProjectWorld()
  ada = world.person('ada')
  plan = await openPlannedProject(world, ada)
})
afterAll(() => world.close())

const readSchedule = async () => {
  const { schedule } = await world.get<{ schedule: ScheduleAnswer }>(ada, query, { projectId: plan.projectId })
  return { ...schedule, nodes: new Map(schedule.nodes.map(({ id, ...node }) => [id, node])) }
}

describe('schedule', () => {
  it('is computed from estimates, children, blockers, stages and what is done, without deleted nodes', async () => {
    const design = await plan.add({ title: 'design', estimate: 3 })
    const dropped = await plan.add({ title: 'dropped', estimate: 50, stageId: plan.stage('Dropped') })
    const goal = await plan.add({ title: 'goal', estimate: 1, blockedByIds: [design.id, dropped.id] })
    const step = await plan.add({ title: 'step', estimate: 2, parentId: goal.id })
    const aside = await plan.add({ title: 'aside', estimate: 1.5 })
    const gone = await plan.add({ title: 'gone', estimate: 90 })
    await plan.change(aside.id, { addBlockedByIds: [gone.id] })
    await plan.try('deleteNode', { id: gone.id })
    const open = { isCritical: true, slack: 0, earliestStart: 0, openBlockerIds: [] }
    const first = await readSchedule()
    expect(first).toMatchObject({ unit: 'points', criticalLength: 6 })
    expect(first.nodes).toEqual(
      new Map([
        [design.id, { ...open, state: 'ready' }],
        [dropped.id, { ...open, state: 'done', isCritical: false }],
        [goal.id, { ...open, state: 'blocked', earliestStart: 5, openBlockerIds: [design.id] }],
        [step.id, { ...open, state: 'blocked', earliestStart: 3, openBlockerIds: [design.id] }],
        [aside.id, { ...open, state: 'ready', isCritical: false, slack: 4.5 }],
      ]),
    )
    await plan.change(design.id, { status: 'done' })
    const then = await readSchedule()
    expect(then.criticalLength).toBe(3)
    expect(then.nodes.get(goal.id)).toEqual({ ...open, state: 'waiting', earliestStart: 2 })
    expect(then.nodes.get(step.id)).toEqual({ ...open, state: 'ready' })
  })

  it('is readable by those who may read the nodes, and a missing project to others', async () => {
    for (const viewer of [anonymousViewer, world.person('eve')]) {
      expect(readErrorCode(await world.ask(viewer, query, { projectId: plan.projectId }))).toBe('NOT_FOUND')
    }
    await plan.plan({ sharing: { generalAccess: 'anyone' } })
    expect(readErrorCode(await world.ask(anonymousViewer, query, { projectId: plan.projectId }))).toBeUndefined()
  })
})
