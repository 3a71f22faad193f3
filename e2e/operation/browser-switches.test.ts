import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { journeyArgs } from '../support/browser.ts'

const library = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))

it('switches off every feature of the browser in journeys that Playwright itself switches off', () => {
  const source = readFileSync(join(library, 'lib', 'coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\n\s*\]/s.exec(source) ?? []
  const names = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name ?? '')
  expect(names).toContain('HttpsUpgrades')
  const ours = journeyArgs.filter((argument) => argument.startsWith('--disable-features='))
  expect(ours).toHaveLength(1)
  expect(names.filter((name) => !ours[0]?.slice('--disable-features='.length).split(',').includes(name))).toEqual([])
})
