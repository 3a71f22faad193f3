/** Of a person's picture: the side it is brought to before it is sent, and what the server takes at most. */
export const pictureLimits = { sidePx: 256, mostSidePx: 1_024, bytes: 512_000 } as const

export const pictureTexts = {
  unreadable: 'This file could not be read as a picture. Choose a PNG, JPEG or WebP file',
  tooLarge: 'This picture is too large. Choose a smaller one',
  saved: 'Picture saved',
  removed: 'Picture removed',
  failed: 'The picture could not be saved. Please try again',
} as const
