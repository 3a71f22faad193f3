/**
 * Turns a file into a small square PNG, cropped from its middle; null when the browser cannot read it as a picture. The
 * camera's metadata and the file name are dropped.
 */
export async function smallPicture(file: Blob, sidePx: number): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const side = Math.min(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = sidePx
    canvas.height = sidePx
    const context = canvas.getContext('2d')
    if (context === null || side === 0) return null
    context.imageSmoothingQuality = 'high'
    const left = (bitmap.width - side) / 2
    const top = (bitmap.height - side) / 2
    context.drawImage(bitmap, left, top, side, side, 0, 0, sidePx, sidePx)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  }
}
