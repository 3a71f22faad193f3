import { betaScenes, rarelySeenScenes, translatedScenes } from './catalogue.ts'
import { runSceneInPseudoLocale, test } from './run-scene.ts'

test.describe.configure({ mode: 'parallel' })

for (const scene of [...translatedScenes, ...rarelySeenScenes]) {
  test(`shows every text in brackets and in full at 320 px: ${scene.name}`, ({ demoServer }) =>
    runSceneInPseudoLocale(scene, demoServer))
}

for (const scene of betaScenes) {
  test(`shows every text in brackets and in full at 320 px: ${scene.name}`, ({ betaServer }) =>
    runSceneInPseudoLocale(scene, betaServer))
}
