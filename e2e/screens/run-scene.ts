import { expect } from '../support/test.ts'
import { type BetaServer, type DemoServer, test as base } from './test-servers.ts'
import { type Appearance, devices } from './appearances.ts'
import { createTextCheck } from './check-texts.ts'
import type { Scene } from './scene.ts'
import { type Coverage, createStop } from './check-state.ts'

const narrowest: Appearance = { width: 320, colors: 'light' }

export const test = base.extend<{ coverage: Coverage }>({ coverage: ['sample', { option: true }] })

/** Only texts of the catalogue are in the pseudo-locale. */
interface SceneOptions {
  readonly isTranslated?: boolean
}

/**
 * In a sample, scenes run alternately on a desktop and on a phone. The walk on a phone is in the pseudo-locale and checks
 * the texts too, because a second walk would take minutes.
 */
export async function runScene<Server extends DemoServer | BetaServer>(
  { name, walk }: Scene<Server>,
  at: number,
  server: Server,
  coverage: Coverage,
  { isTranslated = true }: SceneOptions = {},
): Promise<void> {
  for (const [index, device] of devices.entries()) {
    if (coverage === 'sample' && index !== at % devices.length) continue
    const checksTexts = coverage === 'sample' && device.name === 'phone' && isTranslated
    const normal = checksTexts ? narrowest : device.normal
    const checkBarriers = createStop(name, at, { ...device, normal }, coverage)
    const checkTexts = createTextCheck(name)
    server.pages.appearance = normal
    server.pages.language = checksTexts ? 'xx-pseudo' : null
    try {
      await walk(server, async (page, state, options) => {
        if (checksTexts) await checkTexts(page, state)
        await checkBarriers(page, state, options)
      })
    } finally {
      server.pages.language = null
      expect.soft(await server.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
    }
  }
}

/** Walks through a scene in the language that lengthens every text and puts it into brackets, on the narrowest screen. */
export async function runSceneInPseudoLocale<Server extends DemoServer | BetaServer>(
  { name, walk }: Scene<Server>,
  server: Server,
): Promise<void> {
  server.pages.appearance = narrowest
  server.pages.language = 'xx-pseudo'
  try {
    await walk(server, createTextCheck(name))
  } finally {
    server.pages.language = null
    expect.soft(await server.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
  }
}
