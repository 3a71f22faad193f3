import { setTimeout as pause } from 'node:timers/promises'
import { breakdownLimits } from '@espalier/domain'
import { type BreakdownSubject, type Idea, type IdeaSource, AiServiceError, type AiWriter } from '../../ports/breakdown.ts'
import type { CircuitBreaker } from '../../resilience/circuit.ts'
import { parseIdea } from './check-idea.ts'
import { buildBreakdownQuestion } from './question.ts'
import { createIdeaStreamParser } from './read-children.ts'

export interface AiIdeaSourceOptions {
  readonly writer: AiWriter
  readonly circuit: CircuitBreaker
  /** Before the second try, where the service names no time. */
  readonly retryMs?: number
  /** Whoever asks to be left alone for longer is not asked again. */
  readonly mostWaitMs?: number
}

/** Ideas that a service writes. */
export function createAiIdeaSource({
  writer,
  circuit,
  retryMs = 1_000,
  mostWaitMs = 10_000,
}: AiIdeaSourceOptions): IdeaSource {
  async function* guarded(subject: BreakdownSubject, signal: AbortSignal): AsyncGenerator<Idea> {
    requireClosedCircuit(circuit)
    let outcome: 'recordSuccess' | 'recordFailure' | 'recordAbandoned' = 'recordAbandoned'
    try {
      for await (const idea of parseIdeaStream(writer.write(buildBreakdownQuestion(subject), signal))) {
        outcome = 'recordSuccess'
        yield idea
      }
      outcome = 'recordSuccess'
    } catch (error) {
      if (outcome === 'recordAbandoned') outcome = toCircuitOutcome(error)
      throw error
    } finally {
      circuit[outcome]()
    }
  }
  return {
    name: writer.name,
    maxIdeas: breakdownLimits.ideas,
    explainRefusal: () => null,
    async *ideas(subject, signal) {
      let count = 0
      try {
        for await (const idea of guarded(subject, signal)) {
          count += 1
          yield idea
        }
        return
      } catch (error) {
        const waitMs = error instanceof AiServiceError ? (error.retryAfterMs ?? retryMs) : 0
        const mayRetry = error instanceof AiServiceError && error.isPassing && waitMs <= mostWaitMs
        if (count > 0 || !mayRetry) throw error
        await pause(waitMs, undefined, { signal })
      }
      yield* guarded(subject, signal)
    },
  }
}

/** A time-out of ours is the service's doing too; that this server stops is not. Whoever says no is there. */
function toCircuitOutcome(error: unknown): 'recordSuccess' | 'recordFailure' | 'recordAbandoned' {
  if (error instanceof AiServiceError) return error.isDown ? 'recordFailure' : 'recordSuccess'
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'recordFailure' : 'recordAbandoned'
}

function requireClosedCircuit(circuit: CircuitBreaker): void {
  const waitMs = circuit.blockedForMs()
  if (waitMs === null) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AiServiceError(`The AI service has failed several times and is left alone: try again in ${seconds} s`)
}

async function* parseIdeaStream(pieces: AsyncIterable<string>): AsyncGenerator<Idea> {
  const reader = createIdeaStreamParser()
  let characters = 0
  let count = 0
  for await (const piece of pieces) {
    characters += piece.length
    if (characters > breakdownLimits.answerCharacters) break
    for (const element of reader.push(piece)) {
      const idea = parseIdea(element)
      if (idea === null) continue
      count += 1
      yield idea
    }
  }
  if (count === 0) throw new AiServiceError('The AI service answered with something that is no list of ideas: try again')
}
