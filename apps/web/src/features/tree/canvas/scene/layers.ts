import type { Arrange } from '@espalier/layout'
import { loadedLater } from '../../../../platform/code-parts.ts'

const loadLayered = loadedLater(() => import('@espalier/layout/layered'))
let known: Arrange | null = null

/** How nodes with several parents are laid out; null: not loaded yet. Most projects are trees and never need it. */
export const knownLayers = (): Arrange | null => known

export async function loadLayers(): Promise<void> {
  known ??= (await loadLayered()).arrangeInLayers
}
