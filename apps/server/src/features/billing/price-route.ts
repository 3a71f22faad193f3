import type { FastifyPluginAsync } from 'fastify'

import type { ReadCachedPrice } from './known-price.ts'

/** What the page of plans asks for. Null: nothing is known, or nothing is to be paid. */
export const billingPriceRoute =
  (price: ReadCachedPrice): FastifyPluginAsync =>
  async (app) => {
    app.get('/billing/price', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ price: await price() }),
    )
  }
