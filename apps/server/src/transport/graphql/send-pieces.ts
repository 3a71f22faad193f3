import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { apiLimits } from '../../api/limits.ts'
import type { Admitted } from '../http/admission.ts'
import type { ErrorResponse } from '../http/error-responses.ts'
import { requestTexts } from '../../texts/requests.ts'

const streamedFromCharacters = 1024 * 1024

/** Reserves space for a long response until it has been sent. Returns false if there is none. */
export const holdLongAnswer = (reply: FastifyReply, { budget, holdAnswer }: Admitted): boolean =>
  budget.answerBytes <= streamedFromCharacters || holdAnswer(budget.answerBytes, () => reply.raw.destroy())

export const tooManyLongAnswers: ErrorResponse = {
  status: 429,
  message: requestTexts.operation.tooManyLargeAnswers,
  extensions: { code: 'RATE_LIMITED', retryAfter: 5 },
}

/** A caller who disconnects must not start the next request while this one is still running. */
export async function leaveWhenSent(
  reply: FastifyReply,
  running: Promise<unknown>,
  { leave, budget }: Admitted,
): Promise<void> {
  await Promise.allSettled([running, finished(reply.raw, { readable: false })])
  leave(budget.answerBytes)
}

/** A long response is sent piece by piece, because as one text it would be in memory three times. */
export function sendPieces(reply: FastifyReply, pieces: readonly string[]): FastifyReply {
  if (pieces.reduce((sum, { length }) => sum + length, 0) < streamedFromCharacters) return reply.send(pieces.join(''))
  const { raw } = reply
  raw.setTimeout(apiLimits.budget.stalledMs, () => raw.destroy())
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  return reply.header('content-length', length).send(Readable.from(toBuffers(pieces)))
}

function* toBuffers(pieces: readonly string[]): Generator<Buffer> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const end = at + streamedFromCharacters
      // The two halves of a surrogate pair must not be split, because each alone is invalid.
      const isSplit = (piece.charCodeAt(end - 1) & 0xfc00) === 0xd800
      yield Buffer.from(piece.slice(at, isSplit ? end + 1 : end))
      at = isSplit ? end + 1 : end
    }
  }
}
