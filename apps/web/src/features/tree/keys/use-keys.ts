import { useEffect } from 'react'
import type { Workbench } from '../workbench/workbench.ts'
import { createKeyboard } from './keyboard.ts'

/** The keys of the project screen, for as long as it is open. */
export function useKeys(bench: Workbench): void {
  useEffect(() => {
    const keyboard = createKeyboard(bench)
    document.addEventListener('keydown', keyboard.onDown)
    document.addEventListener('keyup', keyboard.onUp)
    document.addEventListener('pointerdown', keyboard.onPointer)
    return () => {
      document.removeEventListener('keydown', keyboard.onDown)
      document.removeEventListener('keyup', keyboard.onUp)
      document.removeEventListener('pointerdown', keyboard.onPointer)
    }
  }, [bench])
}
