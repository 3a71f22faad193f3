import { rarelySeenScenes, translatedScenes } from './catalogue.ts'
import { runSceneInPseudoLocale, test } from './run-scene.ts'

test.describe.configure({ mode: 'parallel' })

for (const scene of [...translatedScenes.filter((_scene, index) => index % 2 === 1), ...rarelySeenScenes]) {
  test(`shows every text in brackets and in full at 320 px: ${scene.name}`, ({ demoServer }) =>
    runSceneInPseudoLocale(scene, demoServer))
}
