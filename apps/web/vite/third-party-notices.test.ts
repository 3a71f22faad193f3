import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { expect, it } from 'vitest'
import { thirdPartyNotices } from './third-party-notices.ts'

it('writes the licenses of the packages whose code is in the build, and of no others', async () => {
  // Inside the package, so that its dependencies are found.
  const root = await mkdtemp(join(import.meta.dirname, 'notices-'))
  try {
    await writeFile(
      join(root, 'main.js'),
      "import { useState } from 'react'\nimport { createRoot } from 'react-dom/client'\nconsole.log(useState)\n",
    )
    const { output } = (await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [thirdPartyNotices()],
      build: { write: false, lib: { entry: 'main.js', formats: ['es'] } },
    }).then((result) => (Array.isArray(result) ? result[0] : result))) as Rollup.RollupOutput
    const notices = output.find(({ fileName }) => fileName === 'third-party-notices.txt')
    const text = String(notices?.type === 'asset' ? notices.source : '')
    expect(text).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)$/m)
    expect(text).toContain('Permission is hereby granted')
    expect(text).not.toContain('typescript')
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}, 30_000)
