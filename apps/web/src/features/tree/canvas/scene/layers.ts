import type { LayerArranger } from '@espalier/layout'
import { registerForPreload } from '../../../../platform/code-parts.ts'

const loadLayeredModule = registerForPreload(() => import('@espalier/layout/layered'))
let layeredArrange: LayerArranger | null = null

/** How nodes with several parents are laid out; null: not loaded yet. Most projects are trees and never need it. */
export const getLayeredArrange = (): LayerArranger | null => layeredArrange

export async function loadLayeredLayout(): Promise<void> {
  layeredArrange ??= (await loadLayeredModule()).arrangeInLayers
}
