import { pictureTexts } from '@espalier/domain'
import { getString } from '../../platform/json.ts'
import { clock } from '../../platform/timing.ts'
import type { ApiResult } from '../graphql/api-result.ts'
import { type RestRequest, sendRestRequest } from '../rest.ts'
import { changedPictureUrl } from '../session/session.ts'

const pictureKinds = ['chosen', 'fetched', 'drawn'] as const

export interface OwnPicture {
  /** chosen: uploaded. fetched: the sign-in provider's or Gravatar's. drawn: the initials. */
  readonly kind: (typeof pictureKinds)[number]
  readonly picture: string
}

const pictureTimeoutMs = 20_000

function readOwnPicture(body: unknown): OwnPicture | null {
  const kind = pictureKinds.find((known) => known === getString(body, 'kind'))
  const picture = getString(body, 'picture')
  return kind === undefined || picture === null ? null : { kind, picture }
}

const requestPicture = (
  request: Pick<RestRequest<OwnPicture>, 'method' | 'headers' | 'body'> = {},
): Promise<ApiResult<OwnPicture>> =>
  sendRestRequest('/avatar', {
    ...request,
    signal: AbortSignal.timeout(pictureTimeoutMs),
    read: readOwnPicture,
    failedText: pictureTexts.failed,
  })

function publishPicture(answer: ApiResult<OwnPicture>): ApiResult<OwnPicture> {
  // Without a version in the address, an image that is already on the screen would not be loaded again.
  if (answer.ok)
    changedPictureUrl.set(`${answer.value.picture}${answer.value.kind === 'chosen' ? '' : `?v=${clock.now()}`}`)
  return answer
}

export const fetchOwnPicture = (): Promise<ApiResult<OwnPicture>> => requestPicture()

export const savePicture = async (picture: Blob): Promise<ApiResult<OwnPicture>> =>
  publishPicture(await requestPicture({ method: 'POST', headers: { 'content-type': picture.type }, body: picture }))

export const removePicture = async (): Promise<ApiResult<OwnPicture>> =>
  publishPicture(await requestPicture({ method: 'DELETE' }))
