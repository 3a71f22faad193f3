import { apiBase } from '../../data/config/index.ts'

/** The picture, where the content security policy lets it be shown: from the page's origin or the API's. */
export function allowedPictureUrl(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin } = new URL(url)
  return origin === window.location.origin || origin === apiBase() ? url : null
}
