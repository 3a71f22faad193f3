import { useEffect } from 'react'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { createKeyHandler } from './keyboard.ts'

/** The keys of the project screen, for as long as it is open. */
export function useKeyboard(workspace: ProjectWorkspace): void {
  useEffect(() => {
    const keyboard = createKeyHandler(workspace)
    document.addEventListener('keydown', keyboard.onKeyDown)
    return () => document.removeEventListener('keydown', keyboard.onKeyDown)
  }, [workspace])
}
