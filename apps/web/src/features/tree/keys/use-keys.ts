import { useEffect } from 'react'
import type { Workbench } from '../workbench/workbench.ts'
import { createKeyboard } from './keyboard.ts'

/** The keys of the project screen, for as long as it is open. */
export function useKeys(bench: Workbench): void {
  useEffect(() => {
    const keyboard = createKeyboard(bench)
    document.addEventListener('keydown', keyboard.onDown)
    return () => document.removeEventListener('keydown', keyboard.onDown)
  }, [bench])
}
