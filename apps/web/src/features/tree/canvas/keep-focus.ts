/** A press on a node's button leaves the focus on the node: from the button no key would reach it. */
export function keepFocusOnNodes(root: HTMLElement): () => void {
  root.addEventListener('mousedown', focusNodeOfButton)
  return () => root.removeEventListener('mousedown', focusNodeOfButton)
}

function focusNodeOfButton(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('[role=toolbar]') !== null) return
  const node = event.target.closest<HTMLElement>('[data-node-id]')
  if (node === null || event.target.closest('button') === null) return
  event.preventDefault()
  if (!node.contains(document.activeElement)) node.focus({ preventScroll: true })
}
