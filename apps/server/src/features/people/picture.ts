const isAbsolute = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url) && URL.canParse(url)

/** An absolute URL for everyone: who has no picture gets one drawn by us. */
export const pictureOf = (
  { id, picture }: { readonly id: string; readonly picture: string | null },
  apiUrl: string,
): string => (isAbsolute(picture) ? picture : new URL(`/avatar/${encodeURIComponent(id)}`, apiUrl).href)
