import { expect } from '../support/test.ts'
import { type BetaServer, type DemoServer, test as base } from './test-servers.ts'
import { devices } from './appearances.ts'
import { createTextCheck } from './check-texts.ts'
import type { Scene } from './scene.ts'
import { type Coverage, createStop } from './check-state.ts'

export const test = base.extend<{ coverage: Coverage }>({ coverage: ['sample', { option: true }] })

/** In a sample, scenes run alternately on a desktop and on a phone. */
export async function runScene<Server extends DemoServer | BetaServer>(
  { name, walk }: Scene<Server>,
  at: number,
  server: Server,
  coverage: Coverage,
): Promise<void> {
  for (const [index, device] of devices.entries()) {
    if (coverage === 'sample' && index !== at % devices.length) continue
    server.pages.appearance = device.normal
    try {
      await walk(server, createStop(name, at, device, coverage))
    } finally {
      expect.soft(await server.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
    }
  }
}

/** Walks through a scene in the language that lengthens every text and puts it into brackets, on the narrowest screen. */
export async function runSceneInPseudoLocale<Server extends DemoServer | BetaServer>(
  { name, walk }: Scene<Server>,
  server: Server,
): Promise<void> {
  server.pages.appearance = { width: 320, colors: 'light' }
  server.pages.language = 'xx-pseudo'
  try {
    await walk(server, createTextCheck(name))
  } finally {
    server.pages.language = null
    expect.soft(await server.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
  }
}
