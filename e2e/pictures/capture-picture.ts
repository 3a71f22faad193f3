import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../support/process.ts'

const folder = join(root, 'docs', 'guide', 'pictures')

type Part = Locator | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Saves the page, or a part of it, as a picture of the guide. */
export async function capturePicture(
  page: Page,
  name: string,
  part?: Part,
  { isHandKept = false } = {},
): Promise<void> {
  if (!isHandKept) await page.mouse.move(1, 1)
  // Parts that load when nobody waits for them belong into the picture.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => globalThis.document.fonts.ready.then(() => undefined))
  const png = await (part === undefined
    ? page.screenshot({ animations: 'disabled' })
    : 'screenshot' in part
      ? part.screenshot({ animations: 'disabled' })
      : page.screenshot({ animations: 'disabled', clip: part }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.webp`), await compressPicture(page, png, { scale: 0.9, quality: 0.3 }))
  const kept = process.env['PICTURES_PNG']
  if (kept !== undefined) await writeFile(join(kept, `${name}.png`), png)
}

/** Lets the browser make a WebP picture, which is a fifth of the PNG's size. */
export async function compressPicture(
  page: Page,
  png: Buffer,
  size: { readonly scale: number; readonly quality: number },
): Promise<Buffer> {
  const packed = await page.evaluate(
    async ({ base64, scale, quality }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      const read = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (const byte of read) text += String.fromCodePoint(byte)
      return btoa(text)
    },
    { base64: png.toString('base64'), ...size },
  )
  return Buffer.from(packed, 'base64')
}
