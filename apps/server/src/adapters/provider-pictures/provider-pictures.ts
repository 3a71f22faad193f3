import { guardedGet, type GuardedGet } from '../../outgoing/guarded-get.ts'
import type { PictureSource } from '../../ports/pictures.ts'

const standard: GuardedGet = { waitMs: 3_000, mostBytes: 512_000, accept: 'image/png,image/jpeg,image/webp' }
const longestAddress = 2_048

/** The picture that a sign-in provider has told us of. Its address is the provider's word: it is asked with care. */
export const providerPictures = (rules: Partial<GuardedGet> = {}): PictureSource => ({
  name: 'provider',
  placeOf({ picture }) {
    if (picture === null || picture.length > longestAddress || !URL.canParse(picture)) return null
    const { protocol } = new URL(picture)
    return protocol === 'https:' || (rules.allowsPlain === true && protocol === 'http:') ? picture : null
  },
  async fetch(place) {
    const { status, bytes } = await guardedGet(place, { ...standard, ...rules })
    if (status === 404 || status === 403 || status === 410) return null
    if (status !== 200) throw new Error(`the provider answered ${status}`)
    return bytes
  },
})
