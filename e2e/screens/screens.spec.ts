import { betaScenes, scenes } from './catalogue.ts'
import { test, walkThrough } from './walk-through.ts'

test.describe.configure({ mode: 'parallel' })

for (const [at, scene] of scenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ house, extent }) => walkThrough(scene, at, house, extent))
}

for (const [at, scene] of betaScenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ betaHouse, extent }) =>
    walkThrough(scene, at, betaHouse, extent))
}
