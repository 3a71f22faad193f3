import { breakdownLimits, breakdownTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import {
  type BreakdownOutcome,
  deleteOldBreakdowns,
  renewBreakdowns,
  readBreakdown,
  readLostBreakdowns,
} from './store.ts'
import type { Database } from '../../database/database.ts'
import { type NodeView, readNodesById } from '../../database/nodes.ts'
import { AiServiceError } from '../../ports/breakdown.ts'
import type { Bus } from '../../ports/bus.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { withTimeout } from '../../reliability/timeout.ts'
import { type Caller, createSystemCaller, type Writes } from '../projects/index.ts'
import { aiErrorTexts } from '../../texts/ai.ts'
import {
  beginBreakdown,
  createChildSaver,
  createIdeaProposer,
  endBreakdownRun,
  type SaveIdea,
  type StartBreakdownOptions,
  type StartedBreakdown,
} from './breakdown-run.ts'
import { toTitleKey } from './parse-ideas.ts'

export interface BreakdownsOptions extends StartBreakdownOptions {
  readonly database: Database
  readonly writes: Writes
  readonly bus: Pick<Bus, 'publish'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly answerMs?: number
  readonly beatMs?: number
}

export interface Breakdowns {
  /** Resolves to all children once the last one is stored. */
  breakDown(caller: Caller, nodeId: string): Promise<readonly NodeView[]>
  /** Proposes the children instead, each as it arrives. Resolves to the id of the proposal once it has the last one. */
  propose(caller: Caller, nodeId: string): Promise<string>
  /** Ends running breakdowns and waits for them. */
  stop(): Promise<void>
}

export function createBreakdowns(options: BreakdownsOptions): Breakdowns {
  const { database, writes, bus, source, log, answerMs = breakdownLimits.answerMs, beatMs = 3_000 } = options
  const running = new Map<string, Promise<void>>()
  const end = new AbortController()
  const heartbeatTimer = setInterval(() => {
    if (running.size === 0) return
    renewBreakdowns(database.pool, [...running.keys()]).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'the heartbeat of running breakdowns could not be stored'),
    )
  }, beatMs).unref()

  const children = async (runId: string): Promise<readonly NodeView[]> => {
    const ended = await readBreakdown(database.pool, runId)
    if (ended === null) return []
    const nodes = await readNodesById(database.pool, ended.projectId, ended.childIds)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return ended.childIds.flatMap((id) => byId.get(id) ?? [])
  }

  async function runToEnd(caller: Caller, run: StartedBreakdown, save: SaveIdea): Promise<void> {
    let outcome: BreakdownOutcome = 'failed'
    try {
      outcome = await withTimeout(answerMs, (signal) => saveIdeas({ save, source, log }, run, signal), end.signal)
    } catch (error) {
      throw toBreakdownError(error, { answerMs, isStopping: end.signal.aborted })
    } finally {
      // If even this fails, the job for breakdowns of dead servers ends it.
      await endBreakdownRun(writes, caller, run, outcome).catch((error: unknown) =>
        log.warn({ error: String(error), nodeId: run.nodeId }, 'a breakdown could not be ended; a job will end it'),
      )
    }
  }

  /** A repeated operation gets the first result. */
  async function waitForFirstRun(runId: string): Promise<void> {
    const here = running.get(runId)
    if (here !== undefined) return here
    const ended = await readBreakdown(database.pool, runId)
    if (ended === null || ended.outcome === null) throw new ApiError('CONFLICT', breakdownTexts.running)
    if (ended.childIds.length === 0) throw new ApiError('UPSTREAM_FAILED', aiErrorTexts.nothingMade)
  }

  /** Returns the id of the run once it has ended. */
  async function runOnce(caller: Caller, nodeId: string, save: SaveIdea): Promise<string> {
    if (end.signal.aborted) throw new ApiError('UPSTREAM_FAILED', aiErrorTexts.restarting)
    const userId = caller.viewer.person.id
    let started: StartedBreakdown | null = null
    const { id } = await writes.run(
      caller,
      async (work) => {
        started = await beginBreakdown(work, { nodeId: nodeId.toLowerCase(), userId }, options)
        return { id: started.id }
      },
      { nodeId: nodeId.toLowerCase() },
    )
    const run = started as StartedBreakdown | null
    if (run === null) await waitForFirstRun(id)
    else {
      const ended = runToEnd(caller, run, save).finally(() => running.delete(id))
      running.set(id, ended)
      await ended
    }
    return id
  }

  return {
    breakDown: async (caller, nodeId) => children(await runOnce(caller, nodeId, createChildSaver(writes, caller))),
    propose: (caller, nodeId) => runOnce(caller, nodeId, createIdeaProposer({ writes, bus, source }, caller)),
    async stop() {
      end.abort()
      clearInterval(heartbeatTimer)
      await Promise.allSettled(running.values())
    },
  }
}

interface SaveIdeasParts extends Pick<BreakdownsOptions, 'source' | 'log'> {
  readonly save: SaveIdea
}

/**
 * Stores ideas as they arrive. If the stream breaks after the first one, the breakdown ends and what is complete stays.
 */
async function saveIdeas(
  { save, source, log }: SaveIdeasParts,
  run: StartedBreakdown,
  signal: AbortSignal,
): Promise<'done' | 'cut'> {
  const seen = new Set<string>(run.subject.existingChildren.map(toTitleKey))
  let saved = 0
  try {
    for await (const idea of source.ideas(run.subject, signal)) {
      const key = toTitleKey(idea.title)
      if (seen.has(key)) continue
      seen.add(key)
      const outcome = await save(run, { idea, isFirst: saved === 0 })
      if (outcome === 'unwanted') return 'cut'
      if (outcome === 'saved') saved += 1
      if (saved >= source.maxIdeas) break
    }
    return 'done'
  } catch (error) {
    if (saved === 0 || !isSourceFailure(error, signal)) throw error
    log.info({ nodeId: run.nodeId, saved, reason: String(error) }, 'a breakdown was cut short')
    return 'cut'
  }
}

const isSourceFailure = (error: unknown, signal: AbortSignal): boolean =>
  error instanceof AiServiceError || (signal.aborted && error === signal.reason) || isAbortError(error)

const isAbortError = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)

function toBreakdownError(
  error: unknown,
  { answerMs, isStopping }: { answerMs: number; isStopping: boolean },
): unknown {
  if (error instanceof AiServiceError) return new ApiError('UPSTREAM_FAILED', error.message)
  if (!isAbortError(error)) return error
  const seconds = Math.max(1, Math.round(answerMs / 1000))
  return new ApiError('UPSTREAM_FAILED', isStopping ? aiErrorTexts.restarting : aiErrorTexts.timeout(seconds))
}

interface LostBreakdownOptions {
  readonly database: Database
  readonly writes: Writes
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Ends the breakdowns of a dead server. `isAlone`: nothing can be running at the start of the only server. */
export async function endLostBreakdowns(
  { database, writes, log }: LostBreakdownOptions,
  { isAlone }: { readonly isAlone: boolean },
): Promise<number> {
  const lost = await readLostBreakdowns(database.pool, isAlone)
  for (const run of lost) {
    // One failure must not delay the others.
    await endBreakdownRun(writes, createSystemCaller(run.userId, 'endBreakdown'), run, 'lost').catch((error: unknown) =>
      log.warn({ error: String(error), nodeId: run.nodeId }, 'a lost breakdown could not be ended'),
    )
  }
  if (lost.length > 0) log.info({ lost: lost.length }, 'breakdowns of a dead server were ended')
  return lost.length
}

export const breakdownJobRunners = (options: LostBreakdownOptions): Pick<JobRunners, 'end-lost-breakdowns'> => ({
  'end-lost-breakdowns': async () => {
    await endLostBreakdowns(options, { isAlone: false })
    await deleteOldBreakdowns(options.database.pool)
  },
})
