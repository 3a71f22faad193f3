import type { Scene } from './scene.ts'
import { besideScenes } from './scenes/beside.ts'
import { buildingBlockScenes } from './scenes/building-blocks.ts'
import { entranceScenes } from './scenes/entrance.ts'
import { projectsScenes } from './scenes/projects.ts'
import { settingsScenes } from './scenes/settings.ts'
import { treeScenes } from './scenes/tree.ts'
import { treeTextsScenes } from './scenes/tree-texts.ts'
import { treeToolsScenes } from './scenes/tree-tools.ts'

/** Every screen in every state. A new screen gets its scene here, a new state its stop. */
export const scenes: readonly Scene[] = [
  ...entranceScenes,
  ...settingsScenes,
  ...projectsScenes,
  ...treeScenes,
  ...treeToolsScenes,
  ...treeTextsScenes,
  ...besideScenes,
  ...buildingBlockScenes,
]

export { betaScenes, rarelySeenScenes } from './scenes/beside.ts'
