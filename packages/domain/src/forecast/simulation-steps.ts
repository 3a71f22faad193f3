import { countIn, type PackedLists } from '../planning/packed-lists.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'
import { histogramBytes, KernelProgram, placesBytes, rowBytes } from './simulation-kernel.ts'
import { emptyRow, type SimulationPlan, unreadRow } from './simulation-plan.ts'

/** The addresses of what steps read and write. */
export interface SimulationAddresses {
  readonly rows: number
  /** When each person is free again. */
  readonly people: number
  /** The end of all. */
  readonly whole: number
  readonly noises: number
  /** The ticks that one person needs for a unit of work, in each future. */
  readonly units: number
  /** The ticks for nodes of some sizes. */
  readonly ticks: number
  readonly places: number
  readonly histograms: number
}

export interface StepInput {
  readonly project: PackedProject
  readonly plan: SimulationPlan
  readonly weights: Float32Array
  readonly addresses: SimulationAddresses
}

/** Most nodes are of the same few sizes. The ticks of others are computed when they are needed, in a row after these. */
const mostWeights = 64
export const ticksRowCount = mostWeights + 1

/** Lists what is done in each part of the futures, in its order, so that it is decided only once. */
export function listSteps({ project, plan, weights, addresses }: StepInput): KernelProgram {
  const program = new KernelProgram()
  const ticks = computeUsualTicks(program, addresses, weights)
  const writer: StepWriter = {
    program,
    project,
    plan,
    addresses,
    weights,
    ticks,
    blockers: new Set(plan.blockers.values),
  }
  for (const gate of plan.gates) {
    const at = gate >> 1
    if (gate % 2 === 1) writeEndSteps(writer, at)
    else if (plan.isBeginComputed[at] === 1) writeBeginSteps(writer, at)
  }
  return program
}

interface StepWriter extends StepInput {
  readonly program: KernelProgram
  /** The rows with the ticks for nodes of the usual sizes. */
  readonly ticks: ReadonlyMap<number, number>
  readonly blockers: ReadonlySet<number>
}

function computeUsualTicks(
  program: KernelProgram,
  addresses: SimulationAddresses,
  weights: Float32Array,
): ReadonlyMap<number, number> {
  const ticks = new Map<number, number>()
  for (const weight of weights) {
    if (ticks.size === mostWeights) break
    if (ticks.has(weight)) continue
    const row = addresses.ticks + ticks.size * rowBytes
    ticks.set(weight, row)
    program.computeTicks(row, addresses.units, weight)
  }
  return ticks
}

/** Returns the row with the ticks that one person needs for a node. */
function getTicks({ program, addresses, weights, ticks }: StepWriter, at: number): number {
  const weight = weights[at] as number
  const known = ticks.get(weight)
  if (known !== undefined) return known
  const row = addresses.ticks + mostWeights * rowBytes
  program.computeTicks(row, addresses.units, weight)
  return row
}

const getRow = ({ addresses }: StepWriter, row: number): number => addresses.rows + row * rowBytes

/** Decides when a node may begin, by several others. */
function writeBeginSteps(writer: StepWriter, at: number): void {
  const { beginRows, endRows, blockers } = writer.plan
  const found = new Set<number>()
  for (const blocker of readList(blockers, at)) found.add(endRows[blocker] as number)
  for (const parent of readList(writer.project.parents, at)) found.add(beginRows[parent] as number)
  found.delete(emptyRow)
  const [first, ...others] = Array.from(found, (row) => getRow(writer, row)) as [number, ...number[]]
  const own = getRow(writer, beginRows[at] as number)
  for (const [index, other] of others.entries()) writer.program.takeLater(own, index === 0 ? first : own, other)
}

/** Decides when a node is done, and counts it. */
function writeEndSteps(writer: StepWriter, at: number): void {
  const { program, project, plan, addresses } = writer
  const { beginRows, endRows, children } = plan
  const { parents, assignees } = project
  const isLeaf = countIn(children, at) === 0
  const isTop = countIn(parents, at) === 0
  const isOwnWork = (project.work[at] as number) < nodeWork.done && (isLeaf || (project.estimates[at] as number) > 0)
  const isByPeople = isOwnWork && countIn(assignees, at) > 0
  const isAfterWait = isOwnWork && !isByPeople && (!isLeaf || beginRows[at] !== emptyRow)
  const isWorked = isByPeople || isAfterWait
  const isRaisedAtWork = isWorked && countIn(parents, at) === 1
  const own = getRow(writer, endRows[at] as number)
  if (isWorked) {
    const raised = isRaisedAtWork ? (endRows[readList(parents, at)[0] as number] as number) : unreadRow
    const begin = getRow(writer, beginRows[at] as number)
    const rows = { own, parent: getRow(writer, raised), begin, ticks: getTicks(writer, at) }
    if (isAfterWait) program.workAfterWait(rows, isLeaf ? getRow(writer, emptyRow) : own, addresses.noises)
    else
      for (const [index, person] of readList(assignees, at).entries()) {
        const free = addresses.people + person * rowBytes
        // The row of a leaf may hold the times of another one.
        if (isLeaf && index === 0) program.workAlone(rows, free)
        else program.workWithOthers(rows, free)
      }
  }
  // The end that the team decides raises nothing: a branch is behind everything below it in the queue.
  const isByTeam = isLeaf && !isWorked
  if (!isByTeam && !isRaisedAtWork)
    for (const parent of readList(parents, at)) {
      const row = getRow(writer, endRows[parent] as number)
      program.takeLater(row, row, own)
    }
  program.end({
    own,
    before: isByTeam ? getRow(writer, emptyRow) : own,
    places: addresses.places + at * placesBytes,
    // Only some futures of a node are counted, and others need them all only if they wait for it.
    isWhole: isTop || writer.blockers.has(at),
    histogram: addresses.histograms + at * histogramBytes,
  })
  if (isTop) program.takeLater(addresses.whole, addresses.whole, own)
}

const readList = ({ starts, values }: PackedLists, at: number): Int32Array =>
  values.subarray(starts[at] as number, starts[at + 1] as number)
