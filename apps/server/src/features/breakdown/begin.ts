import { randomUUID } from 'node:crypto'
import { breakdownLimits, breakdownTexts } from '@espalier/domain'
import { type BreakdownRow, countBreakdowns, insertBreakdown } from '../../database/breakdowns.ts'
import type { BreakdownSubject, IdeaSource } from '../../ports/breakdown.ts'
import { ApiError } from '../../transport/api-error.ts'
import { nodeNotFoundError, openProjectOfNode } from '../nodes/index.ts'
import { badInputError, changeNodes, type ProjectWrite, type WriteTransaction } from '../projects/index.ts'
import { readBreakdownSubject } from './subject.ts'

export interface StartedBreakdown extends BreakdownRow {
  readonly subject: BreakdownSubject
  /** The children get the colour of their parent. */
  readonly colour: string
}

export interface StartBreakdownOptions {
  readonly source: IdeaSource
  /** Of one person a day; null: as many as they like. */
  readonly perDay: number | null
}

/** Locks the node's project and looks whether the node may be broken down. From then on it is shown as being so. */
export async function beginBreakdown(
  work: WriteTransaction,
  { nodeId, userId }: Pick<BreakdownRow, 'nodeId' | 'userId'>,
  { source, perDay }: StartBreakdownOptions,
): Promise<StartedBreakdown> {
  const write = await openProjectOfNode(work, nodeId, 'node.break-down')
  await requireLeaf(write, nodeId)
  const subject = await readBreakdownSubject(write, nodeId)
  const refusal = source.explainRefusal(subject)
  if (refusal !== null) throw badInputError(refusal, 'id')
  if (perDay !== null) await requireDailyQuota(work, userId, perDay)
  const row = { id: randomUUID(), projectId: write.project.id, nodeId, userId }
  if (!(await insertBreakdown(work.tx.client, row, source.name))) throw new ApiError('CONFLICT', breakdownTexts.running)
  // Folded, it would hide what is about to come.
  const fields = { style: { processing: true }, hideChildren: false }
  const node = (await changeNodes(write, { ids: [nodeId], fields, mainId: nodeId })).get(nodeId)
  if (node === undefined) throw nodeNotFoundError()
  return { ...row, subject, colour: node.style.backgroundColor }
}

/** Its own children, made a moment ago, do not count. */
export async function requireLeaf(write: ProjectWrite, nodeId: string): Promise<void> {
  const graph = await write.graph()
  const node = graph.node(nodeId)
  if (node === undefined || node.isDeleted) throw nodeNotFoundError()
  if (graph.children(nodeId).length > 0) throw badInputError(breakdownTexts.hasChildren, 'id')
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function requireDailyQuota({ tx }: WriteTransaction, userId: string, perDay: number): Promise<void> {
  const { count, endsInMs } = await countBreakdowns(tx.client, userId, breakdownLimits.dayMs)
  if (count < perDay) return
  if (perDay === 0) throw badInputError(breakdownTexts.off, 'id')
  const wait = endsInMs > hourMs ? `${Math.ceil(endsInMs / hourMs)} hours` : `${Math.ceil(endsInMs / minuteMs)} minutes`
  const text = `You have used your ${perDay} breakdowns of these 24 hours: the next one is free in ${wait}`
  throw new ApiError('RATE_LIMITED', text, { retryAfter: Math.ceil(endsInMs / 1000) })
}
