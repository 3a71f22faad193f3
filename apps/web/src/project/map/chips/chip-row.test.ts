import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeRecord } from '@espalier/sync'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { clock } from '../../../platform/timing.ts'
import { buildNodeRecord } from '../../testing/node-fixtures.ts'
import { defaultChips } from '../../workspace/view-settings.ts'
import { createTextRuler } from '../measure/text-ruler.ts'
import { computeBoxHeight, maxTitleWidthPx, titleFonts } from '../measure/title-measure.ts'
import { type ChipContext, chipFont, createChipContext, formatShortDate } from './chip-context.ts'
import { chipPx, fitChips, listChips, measureChips } from './chip-row.ts'

const tags = ['ripe', 'sour', 'early', 'late', 'wild'].map((name) => ({ id: name, name, colour: '#2c8053' }))

vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-17T12:00:00Z'))

const ruler = createTextRuler((text) => text.length * 6)
const context = createChipContext(defaultChips, { tags, estimateUnit: 'days' }, ruler)

const aNode = (fields: Partial<NodeRecord>): NodeRecord => buildNodeRecord({ id: 'a', ...fields })
const list = (fields: Partial<NodeRecord>, more: Partial<ChipContext> = {}) =>
  listChips(aNode(fields), { ...context, ...more })

const everything: Partial<NodeRecord> = {
  priority: 'high',
  assigneeIds: ['ada', 'bea', 'cid', 'dan', 'eve'],
  startDate: '2026-11-03',
  dueDate: '2026-12-24',
  estimate: 2.5,
  tagIds: tags.map(({ id }) => id),
}

describe('chips of a node', () => {
  it('show every field, three faces and four dots, and the number of further ones', () => {
    const found = list(everything)
    expect(found.map(({ kind }) => kind)).toEqual(['priority', 'people', 'text', 'text', 'tags'])
    expect(found).toMatchObject([
      { priority: 'high' },
      { ids: ['ada', 'bea', 'cid'], more: '+2' },
      { text: 'Nov 3 \u2013 Dec 24' },
      { text: '2.5 d' },
      { tags: tags.slice(0, 4), more: '+1' },
    ])
  })

  it('need no space if a node has no field, or if every field is hidden', () => {
    const hidden = Object.fromEntries(Object.keys(defaultChips).map((kind) => [kind, false])) as typeof defaultChips
    expect(measureChips(aNode({}), context, false)).toBeNull()
    expect(measureChips(aNode(everything), { ...context, settings: hidden }, false)).toBeNull()
  })

  it.each(['assignees', 'dates', 'priority', 'tags', 'estimate'] as const)(
    'leave out %s if they are hidden',
    (kind) => {
      expect(list(everything, { settings: { ...defaultChips, [kind]: false } })).toHaveLength(4)
    },
  )

  it('fill a date that is past, unless the node is done', () => {
    expect(list({ dueDate: '2026-11-16' })).toMatchObject([{ kind: 'overdue', text: 'Nov 16' }])
    expect(list({ dueDate: '2026-11-16', status: 'done' })).toMatchObject([{ kind: 'text' }])
    expect(list({ dueDate: '2026-11-17' })).toMatchObject([{ kind: 'text' }])
  })

  it('write the year of a date only if it is another one', () => {
    expect(formatShortDate('2026-01-05', '2026-11-17')).toBe('Jan 5')
    expect(formatShortDate('2027-01-05', '2026-11-17')).toBe('Jan 5, 2027')
    expect(formatShortDate('2027-01-05', '2027-11-17')).toBe('Jan 5')
  })

  it('write a single day once, and a start without an end as a start', () => {
    expect(list({ startDate: '2026-12-01', dueDate: '2026-12-01' })).toMatchObject([{ text: 'Dec 1' }])
    expect(list({ startDate: '2026-12-01' })).toMatchObject([{ text: 'from Dec 1' }])
  })

  it('ignore a tag that the project no longer has', () => {
    expect(list({ tagIds: ['gone'] })).toEqual([])
    expect(list({ tagIds: ['gone', 'sour'] })).toMatchObject([{ tags: [{ name: 'sour' }], more: '' }])
  })

  it('count the comments, also of a node without any field', () => {
    expect(list({ commentCount: 3 })).toMatchObject([{ kind: 'comments', text: '3' }])
    expect(list({ commentCount: 0 })).toEqual([])
  })

  it('are as many as fit, and a smaller one follows one that does not', () => {
    const chips = list({ priority: 'low', startDate: '2026-11-03', dueDate: '2026-12-24', estimate: 3 })
    const kinds = (widthPx: number) => fitChips(chips, widthPx).map((chip) => ('text' in chip ? chip.text : chip.kind))
    expect(kinds(1_000)).toEqual(['priority', 'Nov 3 \u2013 Dec 24', '3 d'])
    expect(kinds(chipPx.mark + chipPx.gap + 18)).toEqual(['priority', '3 d'])
    expect(kinds(chipPx.mark + chipPx.gap + 17)).toEqual(['priority'])
    expect(kinds(0)).toEqual([])
  })
})

describe('space of chips', () => {
  it('is one row for the node and one for what is below it', () => {
    const node = aNode({ priority: 'low' })
    expect(measureChips(node, context, false)).toEqual({ width: chipPx.mark, height: chipPx.row })
    expect(measureChips(node, context, true)?.height).toBe(2 * chipPx.row)
    expect(measureChips(aNode({}), context, true)?.height).toBe(chipPx.row)
  })

  it('is as wide as the chips that are drawn in it', () => {
    const someDay = fc.option(fc.constantFrom('2026-11-03', '2026-12-24', '2027-01-05'))
    const someNode = fc.record({
      priority: fc.constantFrom('none' as const, 'urgent' as const),
      assigneeIds: fc.subarray(['ada', 'bea', 'cid', 'dan', 'eve']),
      startDate: someDay,
      dueDate: someDay,
      estimate: fc.option(fc.constantFrom(0, 2.5, 12_345.67)),
      tagIds: fc.subarray([...tags.map(({ id }) => id), 'gone']),
      commentCount: fc.constantFrom(0, 3, 120),
    })
    fc.assert(
      fc.property(someNode, (fields) => {
        const drawn = fitChips(list(fields), maxTitleWidthPx)
        const widthPx = drawn.reduce((sum, chip) => sum + chip.widthPx + chipPx.gap, -chipPx.gap)
        expect(measureChips(aNode(fields), context, false)?.width ?? -chipPx.gap).toBe(widthPx)
      }),
    )
  })

  it('fits into the box of a leaf with a title of one line', () => {
    expect(computeBoxHeight(titleFonts.leaf.linePx + chipPx.row)).toBe(computeBoxHeight(titleFonts.leaf.linePx))
  })

  it('is what the style sheet draws', () => {
    const sheet = readFileSync(join(import.meta.dirname, '../node/NodeChips.module.css'), 'utf8')
    const rule = (selector: string) => {
      const start = sheet.indexOf(`\n${selector} {`)
      return start < 0 ? '' : sheet.slice(start, sheet.indexOf('}', start))
    }
    expect(rule('.row')).toContain(`font-size: ${chipFont.sizePx}px;\n  font-weight: ${chipFont.weight};`)
    expect(rule('.row')).toContain(`gap: ${chipPx.gap}px;\n  height: ${chipPx.row}px;`)
    expect(rule('.priority')).toContain(`width: ${chipPx.mark}px;\n  height: ${chipPx.mark}px;`)
    expect(rule('.face')).toContain(`width: ${chipPx.face}px;\n  height: ${chipPx.face}px;`)
    expect(rule('.people > * + *')).toContain(`margin-left: -${chipPx.face - chipPx.faceStep}px;`)
    expect(rule('.comments')).toContain(`padding-left: ${chipPx.bubble}px;`)
    expect(rule('.overdue,\n.warning')).toContain(`padding: 0 ${chipPx.pill}px;`)
  })
})
