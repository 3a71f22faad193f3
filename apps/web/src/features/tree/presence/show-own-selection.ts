import type { ProjectWorkspace } from '../workbench/workbench.ts'

/** Shows the others what is selected here, for as long as this screen is open. */
export function publishOwnSelection({ board, selection }: ProjectWorkspace): () => void {
  const show = (): void => {
    const { ids, current } = selection.get()
    const others = [...ids].filter((id) => id !== current)
    board.presence.shareSelection(current === null ? others : [current, ...others])
  }
  show()
  return selection.subscribe(show)
}
