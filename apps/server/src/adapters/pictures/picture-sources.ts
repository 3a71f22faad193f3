import { createHash } from 'node:crypto'
import type { PictureSource } from '../../ports/pictures.ts'
import { guardedGet, type GuardedGetOptions } from '../../reliability/guarded-get.ts'

const providerRules: GuardedGetOptions = {
  waitMs: 3_000,
  mostBytes: 512_000,
  accept: 'image/png,image/jpeg,image/webp',
}
const maxAddressLength = 2_048

/** The picture URL that a sign-in provider sent. The provider is not trusted, so the URL is requested with a guard. */
export const createProviderPictures = (rules: Partial<GuardedGetOptions> = {}): PictureSource => ({
  name: 'provider',
  findPictureUrl({ picture }) {
    if (picture === null || picture.length > maxAddressLength || !URL.canParse(picture)) return null
    const { protocol } = new URL(picture)
    return protocol === 'https:' || (rules.allowsPlain === true && protocol === 'http:') ? picture : null
  },
  async fetch(pictureUrl) {
    const { status, bytes } = await guardedGet(pictureUrl, { ...providerRules, ...rules })
    if (status === 404 || status === 403 || status === 410) return null
    if (status !== 200) throw new Error(`the provider answered ${status}`)
    return bytes
  },
})

interface GravatarOptions {
  /** Unset means Gravatar's own. */
  readonly base?: string
  readonly rules?: Partial<GuardedGetOptions>
}

const sidePx = 192
const gravatarRules: GuardedGetOptions = {
  waitMs: 3_000,
  mostBytes: 512_000,
  accept: 'image/png,image/jpeg,image/webp',
}

/** Gravatar's hash. It can be guessed from an address, so no browser may see it. */
export const gravatarHash = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

export const createGravatarPictures = ({
  base = 'https://gravatar.com',
  rules = {},
}: GravatarOptions = {}): PictureSource => ({
  name: 'gravatar',
  // A missing picture must stay missing, because a generated one would look like the person's own.
  findPictureUrl: ({ email }) => `${base}/avatar/${gravatarHash(email)}?s=${sidePx}&d=404&r=g`,
  async fetch(pictureUrl) {
    const { status, bytes } = await guardedGet(pictureUrl, { ...gravatarRules, ...rules })
    if (status === 404) return null
    if (status !== 200) throw new Error(`Gravatar answered ${status}`)
    return bytes
  },
})
