import type { Scene } from './scene.ts'
import { accessTokensScenes } from './scenes/access-tokens.ts'
import { adminScenes } from './scenes/admin.ts'
import { accountDataScenes } from './scenes/account-data.ts'
import { awayScenes } from './scenes/away.ts'
import { buildingBlockScenes } from './scenes/building-blocks.ts'
import { commentsScenes } from './scenes/comments.ts'
import { myWorkScenes } from './scenes/my-work.ts'
import { otherPagesScenes } from './scenes/other-pages.ts'
import { signInScenes } from './scenes/sign-in.ts'
import { paletteScenes } from './scenes/palette.ts'
import { presentScenes } from './scenes/present.ts'
import { projectsScenes } from './scenes/projects.ts'
import { proposalsScenes } from './scenes/proposals.ts'
import { settingsScenes } from './scenes/settings.ts'
import { treeScenes } from './scenes/tree.ts'
import { treeFieldsScenes } from './scenes/tree-fields.ts'
import { treeLensesScenes } from './scenes/tree-lenses.ts'
import { treeTextsScenes } from './scenes/tree-texts.ts'
import { treeToolsScenes } from './scenes/tree-tools.ts'
import { wholeScenes } from './scenes/tree-whole.ts'
import { twoStepScenes } from './scenes/two-step.ts'
import { viewsScenes } from './scenes/views.ts'
import { webhooksScenes } from './scenes/webhooks.ts'
import { whatIfScenes } from './scenes/what-if.ts'

/** Every screen in every state. A new screen gets its scene here, a new state its stop. */
export const scenes: readonly Scene[] = [
  ...signInScenes,
  ...settingsScenes,
  ...projectsScenes,
  ...myWorkScenes,
  ...treeScenes,
  ...treeToolsScenes,
  ...treeTextsScenes,
  ...treeFieldsScenes,
  ...otherPagesScenes,
  ...buildingBlockScenes,
  ...paletteScenes,
  ...viewsScenes,
  ...treeLensesScenes,
  ...commentsScenes,
  ...accessTokensScenes,
  ...wholeScenes,
  ...adminScenes,
  ...accountDataScenes,
  ...twoStepScenes,
  ...proposalsScenes,
  ...webhooksScenes,
  ...awayScenes,
  ...whatIfScenes,
  ...presentScenes,
]

export { betaScenes, rarelySeenScenes } from './scenes/other-pages.ts'

/** The page of building blocks is for developers, in English. */
export const translatedScenes: readonly Scene[] = scenes.filter((scene) => !buildingBlockScenes.includes(scene))
