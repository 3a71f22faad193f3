import { pictureTexts } from '@espalier/domain'
import { clientId } from '../graphql/client-id.ts'
import { pageHeaders } from '../graphql/page-headers.ts'
import { clock } from '../../platform/timing.ts'
import { apiBase } from '../session/page-config.ts'
import { changedPictureUrl, currentPersonId } from '../session/session.ts'

export interface OwnPicture {
  /** chosen: uploaded. fetched: the sign-in provider's or Gravatar's. drawn: the initials. */
  readonly kind: 'chosen' | 'fetched' | 'drawn'
  readonly picture: string
}

export type PictureResult =
  | { readonly ok: true; readonly value: OwnPicture }
  | { readonly ok: false; readonly text: string }

const pictureTimeoutMs = 20_000

async function requestPicture(init: RequestInit = {}): Promise<PictureResult> {
  try {
    const answer = await fetch(`${apiBase()}/avatar`, {
      credentials: 'include',
      signal: AbortSignal.timeout(pictureTimeoutMs),
      ...init,
      headers: {
        Accept: 'application/json',
        ...pageHeaders({ clientId, personId: currentPersonId() }),
        ...init.headers,
      },
    })
    const body = (await answer.json()) as Partial<OwnPicture> & { readonly error?: { readonly message?: string } }
    if (!answer.ok) return { ok: false, text: body.error?.message ?? pictureTexts.failed }
    const { kind = 'drawn', picture = '' } = body
    return { ok: true, value: { kind, picture } }
  } catch {
    return { ok: false, text: pictureTexts.failed }
  }
}

function publishPicture(answer: PictureResult): PictureResult {
  // Without a version in the address, an image that is already on the screen would not be loaded again.
  if (answer.ok)
    changedPictureUrl.set(`${answer.value.picture}${answer.value.kind === 'chosen' ? '' : `?v=${clock.now()}`}`)
  return answer
}

export const fetchOwnPicture = (): Promise<PictureResult> => requestPicture()

export const savePicture = async (picture: Blob): Promise<PictureResult> =>
  publishPicture(await requestPicture({ method: 'POST', headers: { 'content-type': picture.type }, body: picture }))

export const removePicture = async (): Promise<PictureResult> =>
  publishPicture(await requestPicture({ method: 'DELETE' }))
