import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statusMarkPaths, statusMarkSize } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { maxTitleWidthPx, nodeBoxPx, type NodeRank, titleFonts } from '../measure/title-measure.ts'

const readSheet = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

/** Returns the declarations of the first rule whose selectors end like this. */
function readRule(sheet: string, selector: string): string {
  const start = sheet.indexOf(`${selector} {`)
  return start < 0 ? '' : sheet.slice(start, sheet.indexOf('}', start))
}

const title = readSheet('NodeTitle.module.css')
const box = readSheet('NodeBox.module.css')
const buttons = readSheet('NodeButtons.module.css')
const editor = readSheet('../../editor/TitleEditor.module.css')

const rules: Readonly<Record<NodeRank, readonly string[]>> = {
  leaf: [readRule(title, '.rich'), readRule(box, '.light'), readRule(editor, ".place [role='textbox']")],
  branch: [
    readRule(title, ".rich[data-rank='branch']"),
    readRule(box, ".light[data-rank='branch']"),
    readRule(editor, "[data-rank='branch'] .place [role='textbox']"),
  ],
  root: [
    readRule(title, ".rich[data-rank='root']"),
    readRule(box, ".light[data-rank='root']"),
    readRule(editor, "[data-rank='root'] .place [role='textbox']"),
  ],
}

describe('style sheets of a box', () => {
  it.each(['leaf', 'branch', 'root'] as const)(
    'draw and edit the title of a %s in the font it is measured in',
    (rank) => {
      const { sizePx, linePx, weight } = titleFonts[rank]
      for (const rule of rules[rank]) {
        expect(rule).toContain(`font-size: ${sizePx}px;`)
        expect(rule).toContain(`line-height: ${linePx}px;`)
        if (rank !== 'leaf') expect(rule).toContain(`font-weight: ${weight};`)
      }
    },
  )

  it('leave the room around the title that is measured', () => {
    const { above, before, after } = nodeBoxPx
    expect(readRule(box, '.box')).toContain(`padding: ${above - 1}px ${after - 1}px ${above - 1}px ${before - 1}px;`)
    expect(readRule(box, ".box:is([data-rank='root'], [data-rank='branch'])")).toContain(
      `padding: ${above - 2}px ${after - 2}px ${above - 2}px ${before - 2}px;`,
    )
    expect(title).toContain(`max-width: ${maxTitleWidthPx}px;`)
  })

  it('draw the rings of the shared status marks: as large, as wide, and in progress with the left half full', () => {
    const ring = readRule(buttons, '\n.status::before')
    const [outer = '', inner = '', half = ''] = statusMarkPaths.progress.split('Z')
    expect(`${outer}Z${inner}Z`).toBe(statusMarkPaths.todo)
    const innerLeft = Number(/^M(\d+) /.exec(inner)?.[1])
    expect(ring).toContain(
      `width: ${statusMarkSize}px;\n  height: ${statusMarkSize}px;\n  border: ${innerLeft}px solid`,
    )
    expect(half).toContain(`M${statusMarkSize / 2} ${innerLeft}C`)
    expect(readRule(buttons, "[data-status='progress'] > .status::before")).toContain(
      'background: linear-gradient(90deg, var(--mark) 50%, transparent 50%);',
    )
  })
})
