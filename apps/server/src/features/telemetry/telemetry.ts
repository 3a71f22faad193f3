import { minuteMs, redactAddress, redactStack, redactText } from '@espalier/domain'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import type { ErrorReports, PageViews } from '../../ports/telemetry.ts'
import { requestTexts } from '../../texts/requests.ts'

export interface TelemetryOptions {
  /** Null if it is switched off, which is the default without a receiver. */
  readonly reports: ErrorReports | null
  readonly views: PageViews | null
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly now?: () => Date
}

const telemetryBodyLimit = 16_384
const errorReportRate: Rate = { name: 'error reports', max: 20, windowMs: minuteMs }
const pageViewRate: Rate = { name: 'page views', max: 120, windowMs: minuteMs }

const boundedText = (most: number) => z.string().max(most)
const errorShape = z.object({
  name: boundedText(100),
  message: boundedText(4_000),
  stack: boundedText(12_000),
  path: boundedText(2_000),
})
const viewShape = z.object({ visitor: z.uuid(), path: boundedText(2_000) })

function parseReport<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const read = shape.safeParse(body)
  if (!read.success) throw new ApiError('BAD_USER_INPUT', requestTexts.badReport)
  return read.data
}

const limitReports = (rates: Rates | null, rate: Rate, { ip }: FastifyRequest): Promise<void> =>
  requireRate(rates, rate, { key: ip, message: requestTexts.tooManyReports })

/** The browser's opt-out is respected here as well, whatever a page sends. */
const hasOptedOut = ({ headers }: FastifyRequest): boolean => headers['dnt'] === '1' || headers['sec-gpc'] === '1'

/**
 * Forwards the pages' error reports and page views, so that browsers contact no other host, and cleans them once more.
 */
export const telemetryRoutes =
  ({ reports, views, rates, now = () => new Date() }: TelemetryOptions): FastifyPluginAsync =>
  async (app) => {
    if (reports !== null) {
      app.post('/telemetry/error', { bodyLimit: telemetryBodyLimit }, async (request, reply) => {
        await limitReports(rates, errorReportRate, request)
        const { name, message, stack, path } = parseReport(errorShape, request.body)
        const redacted = { type: redactText(name), text: redactText(message) }
        const pagePath = redactAddress(path)
        if (!hasOptedOut(request))
          reports.report({ origin: 'page', ...redacted, frames: redactStack(stack), place: pagePath })
        return reply.code(204).send()
      })
    }
    if (views !== null) {
      app.post('/telemetry/pageview', { bodyLimit: telemetryBodyLimit }, async (request, reply) => {
        await limitReports(rates, pageViewRate, request)
        const { visitor, path } = parseReport(viewShape, request.body)
        if (!hasOptedOut(request)) views.count({ visitor, place: redactAddress(path), at: now() })
        return reply.code(204).send()
      })
    }
  }

/** Reports an error of the server with its kind, message and origin, but without the data it was about. */
export const createServerErrorReporter =
  (reports: ErrorReports) =>
  (error: unknown): void => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    reports.report({
      origin: 'server',
      type: redactText(name),
      text: redactText(message),
      frames: redactStack(stack ?? ''),
      place: null,
    })
  }
