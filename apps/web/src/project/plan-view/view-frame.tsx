import { type RefObject, useLayoutEffect } from 'react'
import { type Cell, useCell, type WritableCell } from '../../platform/cell.ts'
import { afterPaint } from '../../platform/timing.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { getTitleSession } from '../editor/title-session.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Signals that the visible part of a view is painted, which the tools of the screen wait for. */
export function useViewReady({ map }: ProjectWorkspace, root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      root.current?.setAttribute('data-ready', 'true')
      afterPaint(() => map.isReady.set(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [map, root])
}

/** Begins the session of a title before it is rendered: its mark must not be noticed in the middle of rendering. */
export function useTitleSessions(workspace: ProjectWorkspace): void {
  useLayoutEffect(
    () =>
      workspace.editing.subscribe(() => {
        const editing = workspace.editing.get()
        if (editing !== null) getTitleSession(workspace, editing)
      }),
    [workspace],
  )
}

/** Reads a text aloud. The same text twice in a row would not be announced again, so it gets a space. */
export function announceIn(cell: WritableCell<string>, text: string): void {
  cell.set(cell.get() === text ? `${text}\u00a0` : text)
}

export const Announcement = ({ of: text }: { readonly of: Cell<string> }) => (
  <VisuallyHidden>
    <span aria-live="polite" aria-atomic="true">
      {useCell(text)}
    </span>
  </VisuallyHidden>
)
