import { createHash } from 'node:crypto'
import { hourMs } from '@espalier/domain'
import { typeDefs } from '@espalier/schema/server'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice } from '../../api/slice.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { calendarTexts } from '../../texts/work.ts'
import type { CalendarFeeds } from './calendar-feeds.ts'
import { writeCalendar } from './write-calendar.ts'

interface CalendarRoutesOptions {
  readonly feeds: Pick<CalendarFeeds, 'open'>
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly productName: string
  /** The page's URL. */
  webUrl(): string
}

/** Programs read a calendar every few minutes at most; several devices share an address. */
const readRate: Rate = { name: 'calendar reads', max: 120, windowMs: hourMs }

/** The address is the only key: there is no cookie, and every address that leads nowhere gets the same answer. */
export const calendarRoutes =
  ({ feeds, rates, productName, webUrl }: CalendarRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
      const secret = /^(.+)\.ics$/u.exec(request.params.name)?.[1] ?? ''
      const feed = await feeds.open(secret)
      if (feed === null) throw new ApiError('NOT_FOUND', calendarTexts.notFound)
      await requireRate(rates, readRate, { key: feed.id, message: calendarTexts.tooOften })
      const nodes = await feed.readNodes()
      const name = feed.project?.title ?? calendarTexts.myWork(productName)
      return sendCalendar(request, reply, writeCalendar({ name, productName, nodes, webUrl: webUrl() }))
    })
  }

function sendCalendar(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag).header('x-robots-tag', 'noindex')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//u, '')) ?? []
  if (known.includes(etag)) return reply.code(304).send()
  return reply.type('text/calendar; charset=utf-8').send(text)
}

/** The part of the API by which people manage their addresses. */
export const calendarSlice = (feeds: Pick<CalendarFeeds, 'list' | 'create' | 'revoke'>): ApiSlice => ({
  name: 'calendar',
  typeDefs: typeDefs.calendar,
  resolvers: {
    Query: {
      calendarFeeds: (_parent, _args, { viewer }) => feeds.list(viewer),
    },
    Mutation: {
      createCalendarFeed: (_parent, { projectId }, { viewer }) => feeds.create(viewer, projectId ?? null),
      revokeCalendarFeed: (_parent, { id }, { viewer }) => feeds.revoke(viewer, id),
    },
  },
})
