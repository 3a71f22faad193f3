export interface PersonPicture {
  readonly id: string
  /** Changes with a picture that the person has chosen; null or unknown: it is asked for each time whether there is a newer one. */
  readonly pictureVersion?: string | null
  /** The provider's own address stays with us: who looks at whom is none of its business. */
  readonly picture?: string | null
}

/** An absolute URL for everyone, always on our own host. */
export function buildPictureUrl({ id, pictureVersion }: PersonPicture, apiUrl: string): string {
  const url = new URL(`/avatar/${encodeURIComponent(id)}`, apiUrl)
  if (pictureVersion != null) url.searchParams.set('v', pictureVersion)
  return url.href
}
