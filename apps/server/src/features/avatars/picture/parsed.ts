export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture that was taken apart and put together again from what it needs to be seen. */
export interface ParsedPicture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}
