import type { ReactNode } from 'react'
import { createCell } from '../../platform/cell.ts'

/** The running presentation, which the screen of the project renders; null: there is none. */
export const presentation = createCell<ReactNode>(null)
