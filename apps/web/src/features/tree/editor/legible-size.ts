import { type RefObject, useLayoutEffect } from 'react'

/** From this zoom on a title is read without effort: 14 px become less than 11. */
const minLegibleZoom = 0.75
const marginPx = 8

export function useLegibleSize(editor: RefObject<HTMLElement | null>, zoom: number): void {
  useLayoutEffect(() => {
    if (editor.current !== null) enlargeWhenZoomedOut(editor.current, zoom)
  }, [editor, zoom])
}

/** Far out, the text would be a few pixels high: the editor is drawn larger than its node, and stays inside the canvas. */
function enlargeWhenZoomedOut(editor: HTMLElement, zoom: number): void {
  const isFarOut = zoom < minLegibleZoom
  editor.style.transform = ''
  editor.toggleAttribute('data-enlarged', isFarOut)
  if (!isFarOut) return
  const { left, width } = editor.getBoundingClientRect()
  const canvas = editor.closest('[data-canvas]')?.getBoundingClientRect()
  const overhang = (width * (1 / zoom - 1)) / 2
  const outLeft = (canvas?.left ?? 0) + marginPx - (left - overhang)
  const outRight = left + width + overhang - ((canvas?.right ?? Infinity) - marginPx)
  const shift = Math.max(0, outLeft) - Math.max(0, outRight)
  editor.style.transform = `translateX(${shift / zoom}px) scale(${1 / zoom})`
}
