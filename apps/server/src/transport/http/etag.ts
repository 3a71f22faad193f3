import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Names a content. Weak, because the same content is sent compressed in several ways. */
export function createEtag(texts: readonly string[]): string {
  const hash = createHash('sha256')
  // The length keeps a text from being mistaken for the end of the one before.
  for (const text of texts) hash.update(`${text.length} `).update(text)
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

const stripWeakness = (etag: string): string => etag.trim().replace(/^W\//, '')

/** Whether a caller who sent this If-None-Match header has the content already. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => stripWeakness(one) === stripWeakness(etag))

/** Adds a request header to those that a cache must compare before it reuses a response. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined || vary === '' ? name : `${String(vary)}, ${name}`)
}
