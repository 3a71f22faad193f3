import { breakdownLimits } from '@espalier/domain'
import { createAnthropicWriter } from '../adapters/ai/anthropic-writer.ts'
import { createOpenAiWriter } from '../adapters/ai/openai-writer.ts'
import { createOutlineSource } from '../adapters/ai/outline-source.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { createAiIdeaSource } from '../features/breakdown/ai-idea-source.ts'
import { breakdownJobRunners, createBreakdowns, endLostBreakdowns } from '../features/breakdown/breakdowns.ts'
import { breakdownSlice } from '../features/breakdown/resolvers.ts'
import type { Writes } from '../features/projects/index.ts'
import type { AiWriter, IdeaSource } from '../ports/breakdown.ts'
import type { Bus } from '../ports/bus.ts'
import type { RecurringJob } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import { createCircuitBreaker } from '../reliability/circuit-breaker.ts'

export const breakdownJobs: readonly RecurringJob[] = [{ name: 'end-lost-breakdowns', everyMs: 15_000 }]

const circuitOptions = { failures: 5, openMs: 30_000 }

export interface BreakdownParts {
  readonly config: Config
  readonly database: Database
  readonly writes: Writes
  readonly bus: Bus
  /** With connections that requests do not wait for. */
  readonly jobDatabase: Database
  readonly jobWrites: Writes
  readonly log: Log
}

/** Composes the breakdown of nodes into children with the configured AI service. */
export async function composeBreakdown({ config, database, writes, bus, jobDatabase, jobWrites, log }: BreakdownParts) {
  const lost = { database: jobDatabase, writes: jobWrites, log }
  // With an embedded database no other server can still run one.
  await endLostBreakdowns(lost, { isAlone: config.databaseUrl === null })
  const source = createIdeaSource(config.ai)
  const breakdowns =
    source === null ? null : createBreakdowns({ database, writes, bus, log, source, perDay: readDailyLimit(config) })
  return {
    slice: breakdownSlice({ writes, breakdowns }),
    runners: breakdownJobRunners(lost),
    stop: async () => breakdowns?.stop(),
  }
}

function createIdeaSource(ai: Config['ai']): IdeaSource | null {
  if (ai.provider === 'off') return null
  if (ai.provider === 'outline') return createOutlineSource()
  return createAiIdeaSource({ writer: createAiWriter(ai), circuit: createCircuitBreaker(circuitOptions) })
}

function createAiWriter({ provider, baseUrl, apiKey, model }: Config['ai']): AiWriter {
  const named = { baseUrl, model: model ?? '' }
  return provider === 'anthropic'
    ? createAnthropicWriter({ ...named, apiKey: apiKey ?? '' })
    : createOpenAiWriter({ ...named, apiKey })
}

/** Free sources are not limited unless the operator configures it. */
function readDailyLimit({ ai, rateLimits }: Config): number | null {
  if (ai.dailyLimit !== null) return ai.dailyLimit
  return ai.provider === 'outline' || !rateLimits ? null : breakdownLimits.perPersonAndDay
}
