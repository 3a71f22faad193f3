import { createHash } from 'node:crypto'

import { guardedGet, type GuardedGetOptions } from '../../outgoing/guarded-get.ts'
import type { PictureSource } from '../../ports/pictures.ts'

export interface GravatarOptions {
  /** Unset: Gravatar's own. */
  readonly base?: string
  readonly rules?: Partial<GuardedGetOptions>
}

const sidePx = 192
const gravatarRules: GuardedGetOptions = { waitMs: 3_000, mostBytes: 512_000, accept: 'image/png,image/jpeg,image/webp' }

/** As Gravatar wants it. It can be guessed from an address, so no browser may see it. */
export const gravatarHash = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

export const createGravatarPictures = ({
  base = 'https://gravatar.com',
  rules = {},
}: GravatarOptions = {}): PictureSource => ({
  name: 'gravatar',
  // A missing picture is to be missing: a drawn one would be taken for the person's own.
  findPictureUrl: ({ email }) => `${base}/avatar/${gravatarHash(email)}?s=${sidePx}&d=404&r=g`,
  async fetch(place) {
    const { status, bytes } = await guardedGet(place, { ...gravatarRules, ...rules })
    if (status === 404) return null
    if (status !== 200) throw new Error(`Gravatar answered ${status}`)
    return bytes
  },
})
