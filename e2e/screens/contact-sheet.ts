import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screenshotFolder } from './check-state.ts'

/** Removes old screenshots before the run, and writes a page that shows the new ones after it. */
export default async function contactSheet(): Promise<() => Promise<void>> {
  if (process.env['KEEP_SCREENSHOTS'] === undefined) await rm(screenshotFolder, { recursive: true, force: true })
  return async () => {
    if (existsSync(screenshotFolder))
      await writeFile(join(screenshotFolder, 'index.html'), renderContactSheet(await readdir(screenshotFolder)))
  }
}

function renderContactSheet(files: readonly string[]): string {
  const states = new Map<string, string[]>()
  for (const file of files.toSorted()) {
    const state = /^(.+--.+)--[a-z]+-\d+\.png$/.exec(file)?.[1]
    if (state !== undefined) states.set(state, [...(states.get(state) ?? []), file])
  }
  const rows = [...states].map(
    ([state, shown]) => `<h2 id="${state}">${state}</h2><p>${shown.map(renderFigure).join('')}</p>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${states.size} states</title>
<style>body{font:14px system-ui;margin:2rem;background:#888}a{display:inline-block;margin:4px;vertical-align:top}
img{height:260px;display:block;background:#fff}h2{font-size:1rem}</style>
<h1>${states.size} states</h1>${rows.join('\n')}`
}

const renderFigure = (file: string): string =>
  `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}">${/--([a-z]+-\d+)\.png$/.exec(file)?.[1] ?? ''}</a>`
