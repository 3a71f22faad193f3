interface CaretDocument {
  caretPositionFromPoint?(x: number, y: number): { readonly offsetNode: Node; readonly offset: number } | null
  caretRangeFromPoint?(x: number, y: number): Range | null
}

/** Returns how many characters of a drawn text are before a point of the screen. Undefined: the point is beside it. */
export function readCaretAt(text: HTMLElement, x: number, y: number): number | undefined {
  const page = document as CaretDocument
  const position = page.caretPositionFromPoint?.(x, y)
  const range = position == null ? page.caretRangeFromPoint?.(x, y) : undefined
  const node = position?.offsetNode ?? range?.startContainer
  const offset = position?.offset ?? range?.startOffset
  if (node === undefined || offset === undefined || !text.contains(node)) return undefined
  const before = document.createRange()
  before.setStart(text, 0)
  before.setEnd(node, offset)
  return before.toString().length
}
