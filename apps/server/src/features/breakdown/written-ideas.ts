import { setTimeout as pause } from 'node:timers/promises'
import { breakdownLimits } from '@espalier/domain'
import { type BreakdownSubject, type Idea, type IdeaSource, ServiceFailed, type Writer } from '../../ports/breakdown.ts'
import type { Circuit } from '../../resilience/circuit.ts'
import { checkIdea } from './check-idea.ts'
import { questionAbout } from './question.ts'
import { createChildrenReader } from './read-children.ts'

export interface WrittenIdeasOptions {
  readonly writer: Writer
  readonly circuit: Circuit
  /** Before the second try, where the service names no time. */
  readonly retryMs?: number
  /** Whoever asks to be left alone for longer is not asked again. */
  readonly mostWaitMs?: number
}

/** Ideas that a service writes. */
export function writtenIdeas({
  writer,
  circuit,
  retryMs = 1_000,
  mostWaitMs = 10_000,
}: WrittenIdeasOptions): IdeaSource {
  async function* guarded(subject: BreakdownSubject, signal: AbortSignal): AsyncGenerator<Idea> {
    checkCircuit(circuit)
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned'
    try {
      for await (const idea of ideasIn(writer.write(questionAbout(subject), signal))) {
        outcome = 'succeeded'
        yield idea
      }
      outcome = 'succeeded'
    } catch (error) {
      if (outcome === 'abandoned') outcome = outcomeOf(error)
      throw error
    } finally {
      circuit[outcome]()
    }
  }
  return {
    name: writer.name,
    most: breakdownLimits.ideas,
    refusalOf: () => null,
    async *ideas(subject, signal) {
      let count = 0
      try {
        for await (const idea of guarded(subject, signal)) {
          count += 1
          yield idea
        }
        return
      } catch (error) {
        const waitMs = error instanceof ServiceFailed ? (error.retryAfterMs ?? retryMs) : 0
        const mayRetry = error instanceof ServiceFailed && error.isPassing && waitMs <= mostWaitMs
        if (count > 0 || !mayRetry) throw error
        await pause(waitMs, undefined, { signal })
      }
      yield* guarded(subject, signal)
    },
  }
}

/** A time-out of ours is the service's doing too; that this server stops is not. Whoever says no is there. */
function outcomeOf(error: unknown): 'succeeded' | 'failed' | 'abandoned' {
  if (error instanceof ServiceFailed) return error.isDown ? 'failed' : 'succeeded'
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'failed' : 'abandoned'
}

function checkCircuit(circuit: Circuit): void {
  const waitMs = circuit.refusal()
  if (waitMs === null) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new ServiceFailed(`The AI service has failed several times and is left alone: try again in ${seconds} s`)
}

async function* ideasIn(pieces: AsyncIterable<string>): AsyncGenerator<Idea> {
  const reader = createChildrenReader()
  let characters = 0
  let count = 0
  for await (const piece of pieces) {
    characters += piece.length
    if (characters > breakdownLimits.answerCharacters) break
    for (const element of reader.push(piece)) {
      const idea = checkIdea(element)
      if (idea === null) continue
      count += 1
      yield idea
    }
  }
  if (count === 0) throw new ServiceFailed('The AI service answered with something that is no list of ideas: try again')
}
