import { rarelySeenScenes } from './catalogue.ts'
import { test, runScene } from './run-scene.ts'

test.describe.configure({ mode: 'parallel' })

for (const [at, scene] of rarelySeenScenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ demoServer, coverage }) =>
    runScene(scene, at, demoServer, coverage))
}
