import { guardedGet, type GuardedGetOptions } from '../../outgoing/guarded-get.ts'
import type { PictureSource } from '../../ports/pictures.ts'

const providerRules: GuardedGetOptions = { waitMs: 3_000, mostBytes: 512_000, accept: 'image/png,image/jpeg,image/webp' }
const maxAddressLength = 2_048

/** The picture that a sign-in provider has told us of. Its address is the provider's word: it is asked with care. */
export const createProviderPictures = (rules: Partial<GuardedGetOptions> = {}): PictureSource => ({
  name: 'provider',
  findPictureUrl({ picture }) {
    if (picture === null || picture.length > maxAddressLength || !URL.canParse(picture)) return null
    const { protocol } = new URL(picture)
    return protocol === 'https:' || (rules.allowsPlain === true && protocol === 'http:') ? picture : null
  },
  async fetch(place) {
    const { status, bytes } = await guardedGet(place, { ...providerRules, ...rules })
    if (status === 404 || status === 403 || status === 410) return null
    if (status !== 200) throw new Error(`the provider answered ${status}`)
    return bytes
  },
})
