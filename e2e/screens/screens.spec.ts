import { betaScenes, scenes, translatedScenes } from './catalogue.ts'
import { test, runScene } from './run-scene.ts'

test.describe.configure({ mode: 'parallel' })

for (const [at, scene] of scenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ demoServer, coverage }) =>
    runScene(scene, at, demoServer, coverage, { isTranslated: translatedScenes.includes(scene) }))
}

for (const [at, scene] of betaScenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ betaServer, coverage }) =>
    runScene(scene, at, betaServer, coverage))
}
