import { framesWithoutPersons, placeWithoutPersons, textWithoutPersons } from '@espalier/domain'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Rate, Rates } from '../../ports/rates.ts'
import type { ErrorReports, PageViews } from '../../ports/telemetry.ts'
import { ApiError } from '../../transport/api-error.ts'

export interface TelemetryOptions {
  /** Null: switched off, as it is unless the operator names a receiver. */
  readonly reports: ErrorReports | null
  readonly views: PageViews | null
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly now?: () => Date
}

const bodyLimit = 16_384
const minuteMs = 60_000
const errorRate: Rate = { name: 'errors told', max: 20, windowMs: minuteMs }
const viewRate: Rate = { name: 'views told', max: 120, windowMs: minuteMs }

const text = (most: number) => z.string().max(most)
const errorShape = z.object({ name: text(100), message: text(4_000), stack: text(12_000), path: text(2_000) })
const viewShape = z.object({ visitor: z.uuid(), path: text(2_000) })

function readBody<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const read = shape.safeParse(body)
  if (!read.success) throw new ApiError('BAD_USER_INPUT', 'This is not what the page sends')
  return read.data
}

async function limit(rates: Rates | null, rate: Rate, { ip }: FastifyRequest): Promise<void> {
  if (rates === null) return
  const { count, endsInMs } = await rates.count(rate, ip)
  if (count <= rate.max) return
  throw new ApiError('RATE_LIMITED', 'Too many reports', { retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)) })
}

/** The browser's own wish not to be counted holds here as well, whatever a page sends. */
const isRefused = ({ headers }: FastifyRequest): boolean => headers['dnt'] === '1' || headers['sec-gpc'] === '1'

/** What pages tell of errors and views goes through here, so that no other host is asked by a browser; it is cleaned once more. */
export const telemetryRoutes =
  ({ reports, views, rates, now = () => new Date() }: TelemetryOptions): FastifyPluginAsync =>
  async (app) => {
    if (reports !== null) {
      app.post('/telemetry/error', { bodyLimit }, async (request, reply) => {
        await limit(rates, errorRate, request)
        const { name, message, stack, path } = readBody(errorShape, request.body)
        const said = { type: textWithoutPersons(name), text: textWithoutPersons(message) }
        const place = placeWithoutPersons(path)
        if (!isRefused(request)) reports.report({ origin: 'page', ...said, frames: framesWithoutPersons(stack), place })
        return reply.code(204).send()
      })
    }
    if (views !== null) {
      app.post('/telemetry/pageview', { bodyLimit }, async (request, reply) => {
        await limit(rates, viewRate, request)
        const { visitor, path } = readBody(viewShape, request.body)
        if (!isRefused(request)) views.count({ visitor, place: placeWithoutPersons(path), at: now() })
        return reply.code(204).send()
      })
    }
  }
