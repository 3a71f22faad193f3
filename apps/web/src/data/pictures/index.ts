import { pictureTexts } from '@espalier/domain'
import { clock } from '../../platform/clock.ts'
import { apiBase } from '../config/index.ts'
import { clientId } from '../graphql/client-id.ts'
import { pageHeaders } from '../graphql/page-headers.ts'
import { personId } from '../session/index.ts'
import { changedPicture } from './changed-picture.ts'

export interface OwnPicture {
  /** chosen: uploaded. fetched: the sign-in provider's or Gravatar's. drawn: the initials. */
  readonly kind: 'chosen' | 'fetched' | 'drawn'
  readonly picture: string
}

export type PictureAnswer =
  | { readonly ok: true; readonly value: OwnPicture }
  | { readonly ok: false; readonly text: string }

const patienceMs = 20_000

async function ask(init: RequestInit = {}): Promise<PictureAnswer> {
  try {
    const answer = await fetch(`${apiBase()}/avatar`, {
      credentials: 'include',
      signal: AbortSignal.timeout(patienceMs),
      ...init,
      headers: { Accept: 'application/json', ...pageHeaders({ clientId, personId: personId() }), ...init.headers },
    })
    const body = (await answer.json()) as Partial<OwnPicture> & { readonly error?: { readonly message?: string } }
    if (!answer.ok) return { ok: false, text: body.error?.message ?? pictureTexts.failed }
    const { kind = 'drawn', picture = '' } = body
    return { ok: true, value: { kind, picture } }
  } catch {
    return { ok: false, text: pictureTexts.failed }
  }
}

function noted(answer: PictureAnswer): PictureAnswer {
  // Without a version the browser would ask whether it has changed, but an image that is on the screen asks nothing.
  if (answer.ok)
    changedPicture.set(`${answer.value.picture}${answer.value.kind === 'chosen' ? '' : `?v=${clock.now()}`}`)
  return answer
}

export const fetchOwnPicture = (): Promise<PictureAnswer> => ask()

export const savePicture = async (picture: Blob): Promise<PictureAnswer> =>
  noted(await ask({ method: 'POST', headers: { 'content-type': picture.type }, body: picture }))

export const removePicture = async (): Promise<PictureAnswer> => noted(await ask({ method: 'DELETE' }))
