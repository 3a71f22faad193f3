import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './clipboard.ts'

let copied: string[]

/** Fakes the legacy API, which copies the selection of a field. */
function copySelection(isAllowed: boolean): void {
  const execCommand = () => {
    const field = document.activeElement
    if (isAllowed && field instanceof HTMLTextAreaElement) {
      copied.push(field.value.slice(field.selectionStart, field.selectionEnd))
    }
    return isAllowed
  }
  Object.assign(document, { execCommand })
}

const offer = (writeText: ((text: string) => Promise<void>) | null) =>
  vi.stubGlobal('navigator', { clipboard: writeText === null ? undefined : { writeText } })

beforeEach(() => {
  copied = []
  document.body.innerHTML = '<dialog open><button>Copy</button></dialog>'
  document.querySelector('button')?.focus()
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

describe('copying a text', () => {
  it('copies through the clipboard API', async () => {
    offer(async (text) => void copied.push(text))
    expect(await copyText('a link')).toBe(true)
    expect(copied).toEqual(['a link'])
  })

  it.each([
    ['is missing', null],
    ['refuses', () => Promise.reject(new Error('no'))],
  ])('copies through a selection inside the open dialog when the clipboard %s', async (_, writeText) => {
    offer(writeText)
    copySelection(true)
    expect(await copyText('a link')).toBe(true)
    expect(copied).toEqual(['a link'])
    expect(document.activeElement).toBe(document.querySelector('button'))
    expect(document.querySelector('textarea')).toBeNull()
  })

  it.each([
    ['will not', () => copySelection(false)],
    ['cannot', () => {}],
  ])('reports a failed copy when the browser %s', async (_, prepare) => {
    offer(null)
    prepare()
    expect(await copyText('a link')).toBe(false)
    expect(document.querySelector('textarea')).toBeNull()
  })
})
