import { defineTexts } from '../core/texts.ts'

/** Limits of a person's picture: the side it is scaled to before upload, and the maximum the server accepts. */
export const pictureLimits = { sidePx: 256, mostSidePx: 1_024, bytes: 512_000 } as const

export const pictureTexts = defineTexts('domain.picture', {
  unreadable: 'This file could not be read as a picture. Choose a PNG, JPEG or WebP file',
  tooLarge: 'This picture is too large. Choose a smaller one',
  saved: 'Picture saved',
  removed: 'Picture removed',
  failed: 'The picture could not be saved. Please try again',
})
