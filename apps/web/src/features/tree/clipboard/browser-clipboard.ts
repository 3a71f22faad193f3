import { copyText } from '../../../platform/clipboard.ts'
import type { ClipboardPayload } from './carried.ts'

/** Asked for by a menu, not by the keys: the browser may refuse, and says so by false. */
export async function writeClipboard({ text, html }: ClipboardPayload): Promise<boolean> {
  try {
    const parts = { 'text/plain': toBlob(text, 'text/plain'), 'text/html': toBlob(html, 'text/html') }
    await navigator.clipboard.write([new ClipboardItem(parts)])
    return true
  } catch {
    // An older browser takes the words alone.
    return copyText(text)
  }
}

const toBlob = (text: string, type: string): Blob => new Blob([text], { type })

/** Null: the browser does not let us. */
export async function readClipboard(): Promise<ClipboardPayload | null> {
  try {
    const items = await navigator.clipboard.read()
    const textOf = async (type: string) => {
      const item = items.find(({ types }) => types.includes(type))
      return item === undefined ? '' : (await item.getType(type)).text()
    }
    return { text: await textOf('text/plain'), html: await textOf('text/html') }
  } catch {
    return null
  }
}
