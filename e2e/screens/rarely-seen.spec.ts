import { rarelySeenScenes } from './catalogue.ts'
import { test, walkThrough } from './walk-through.ts'

test.describe.configure({ mode: 'parallel' })

for (const [at, scene] of rarelySeenScenes.entries()) {
  test(`shows no accessibility barriers: ${scene.name}`, ({ house, extent }) => walkThrough(scene, at, house, extent))
}
