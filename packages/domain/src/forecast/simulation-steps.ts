import { countIn, type PackedLists } from '../planning/packed-lists.ts'
import { copyLater, type Row, type WorkRows } from './future-rows.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'
import { emptyRow, type SimulationPlan, unreadRow } from './simulation-plan.ts'

/** Decides when a node may begin, by several others. */
interface BeginStep {
  readonly isEnd: false
  readonly own: Row
  readonly before: readonly Row[]
}

/** Decides when a node is done. */
export interface EndStep extends WorkRows {
  readonly isEnd: true
  readonly at: number
  /** What decides before the team does: nothing, its people, or its work after a wait. */
  readonly work: 'none' | 'people' | 'wait'
  /** When each of its people is free again. */
  readonly people: readonly Row[]
  /** Whether one person does it, and nothing is below it. */
  readonly isAlone: boolean
  /** Whether it can begin at once. */
  readonly isAtOnce: boolean
  /** When what is below it is done; empty: nothing is. */
  readonly below: Row
  /** The end without the team; empty: the team alone decides. */
  readonly before: Row
  /** The ends of the branches above it that are not raised with the work. */
  readonly above: readonly Row[]
  readonly isLeaf: boolean
  readonly isTop: boolean
  /** Whether others read its end after the team has decided it. */
  readonly isRead: boolean
}

export type Step = BeginStep | EndStep

interface StepRows {
  readonly rows: readonly Row[]
  readonly people: readonly Row[]
}

/** Lists what is done in each part of the futures, in its order, so that it is decided only once. */
export function listSteps(project: PackedProject, plan: SimulationPlan, rows: StepRows): readonly Step[] {
  const steps: Step[] = []
  const blockers = new Set(plan.blockers.values)
  for (const gate of plan.gates) {
    const at = gate >> 1
    if (gate % 2 === 1) steps.push(toEndStep(project, plan, rows, at, blockers.has(at)))
    else if (plan.isBeginComputed[at] === 1) steps.push(toBeginStep(project, plan, rows, at))
  }
  return steps
}

function toBeginStep({ parents }: PackedProject, plan: SimulationPlan, { rows }: StepRows, at: number): BeginStep {
  const { beginRows, endRows, blockers } = plan
  const found = new Set<number>()
  for (let index = blockers.starts[at] as number; index < (blockers.starts[at + 1] as number); index += 1)
    found.add(endRows[blockers.values[index] as number] as number)
  for (let index = parents.starts[at] as number; index < (parents.starts[at + 1] as number); index += 1)
    found.add(beginRows[parents.values[index] as number] as number)
  found.delete(emptyRow)
  return {
    isEnd: false,
    own: rows[beginRows[at] as number] as Row,
    before: Array.from(found, (row) => rows[row] as Row),
  }
}

export function runBeginStep({ own, before }: BeginStep, length: number): void {
  copyLater(own, before[0] as Row, before[1] as Row, length)
  for (let index = 2; index < before.length; index += 1) copyLater(own, own, before[index] as Row, length)
}

const noRows: readonly Row[] = []

function toEndStep(
  project: PackedProject,
  plan: SimulationPlan,
  { rows, people }: StepRows,
  at: number,
  isBlocker: boolean,
): EndStep {
  const { beginRows, endRows, children } = plan
  const { parents, assignees } = project
  const isLeaf = countIn(children, at) === 0
  const isTop = countIn(parents, at) === 0
  const isOwnWork = (project.work[at] as number) < nodeWork.done && (isLeaf || (project.estimates[at] as number) > 0)
  const isByPeople = isOwnWork && countIn(assignees, at) > 0
  const isAfterWait = isOwnWork && !isByPeople && (!isLeaf || beginRows[at] !== emptyRow)
  const isWorked = isByPeople || isAfterWait
  const isRaisedAtWork = isWorked && countIn(parents, at) === 1
  const own = rows[endRows[at] as number] as Row
  // The end that the team decides raises nothing: a branch is behind everything below it in the queue.
  const isByTeam = isLeaf && !isWorked
  const branches = isTop || isByTeam ? noRows : listRows(parents, at, (parent) => rows[endRows[parent] as number])
  const above = isRaisedAtWork ? noRows : branches
  const isRead = isTop || isBlocker
  return {
    isEnd: true,
    at,
    begin: rows[beginRows[at] as number] as Row,
    own,
    parent: (isRaisedAtWork ? branches[0] : rows[unreadRow]) as Row,
    isWhole: isRead || above.length > 0,
    work: isByPeople ? 'people' : isAfterWait ? 'wait' : 'none',
    people: isByPeople ? listRows(assignees, at, (person) => people[person]) : noRows,
    isAlone: isLeaf && countIn(assignees, at) === 1,
    isAtOnce: beginRows[at] === emptyRow,
    before: isByTeam ? (rows[emptyRow] as Row) : own,
    below: isLeaf ? (rows[emptyRow] as Row) : own,
    above,
    isLeaf,
    isTop,
    isRead,
  }
}

function listRows(
  { starts, values }: PackedLists,
  at: number,
  getRow: (value: number) => Row | undefined,
): readonly Row[] {
  const found: Row[] = []
  for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
    found.push(getRow(values[index] as number) as Row)
  return found
}
