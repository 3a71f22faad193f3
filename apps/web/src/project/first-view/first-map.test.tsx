import { defaultVisibility } from '@espalier/domain'
import { createCell } from '@espalier/sync/cell'
import { expect, it } from 'vitest'
import { canvas, drawCanvas } from '../testing/drawn-canvas.tsx'
import { buildNodeRecord, type NodeFixture } from '../testing/node-fixtures.ts'
import { defaultChips, type OwnFolds } from '../workspace/view-settings.ts'
import { drawFirstMap } from './first-map.ts'
import type { SentPlan } from './sent-plan.ts'

const nodes: readonly NodeFixture[] = [
  { id: 'root', title: 'Orchard', position: 1 },
  { id: 'pears', title: 'Pears & plums', parentIds: ['root'], position: 1, status: 'progress', body: '<p>Ripe</p>' },
  { id: 'a', title: '<strong>Prune</strong> them', parentIds: ['pears'], position: 1, status: 'done' },
  { id: 'b', title: 'Graft', parentIds: ['pears'], position: 2, dueDate: '2020-01-31', estimate: 3, priority: 'high' },
  { id: 'c', title: 'Own', parentIds: ['root'], position: 2, style: { backgroundColor: '#224466', processing: true } },
  { id: 'fold', title: 'Folded', parentIds: ['root'], position: 3, hideChildren: true },
  { id: 'hidden', title: 'Hidden', parentIds: ['fold'], position: 1 },
]

const size = { width: window.innerWidth, height: window.innerHeight }

/** The visible parts of a box: its place, its colors, and the parts in it. */
function describeBox(box: HTMLElement): readonly unknown[] {
  const parts = [...box.querySelectorAll<HTMLElement>(':scope > :not([hidden])')]
  return [
    box.className,
    box.style.cssText,
    box.dataset['status'],
    box.dataset['rank'],
    box.dataset['color'],
    parts.map((part) => [part.className, part.innerHTML, part.dataset['mark'], part.style.cssText]),
  ]
}

const byPlace = (one: HTMLElement, other: HTMLElement): number => one.style.cssText.localeCompare(other.style.cssText)

function drawFirst(ownFolds: OwnFolds = new Map()) {
  const { client } = drawCanvas({ nodes })
  const plan = {
    project: client.project.get(),
    nodes: nodes.map((node) => buildNodeRecord(node)),
  } as unknown as SentPlan
  const settings = {
    visibility: createCell(defaultVisibility),
    chips: createCell(defaultChips),
    ownFolds: createCell(ownFolds),
  }
  const layer = document.createElement('div')
  layer.innerHTML = drawFirstMap(plan, settings, size)?.html ?? ''
  for (const element of layer.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
  return [...layer.querySelectorAll<HTMLElement>('[data-rank]')]
}

it('draws every box in view where and as the map itself draws it', () => {
  const first = drawFirst().toSorted(byPlace)
  const drawn = [...canvas().querySelectorAll<HTMLElement>('[data-node-id]')].toSorted(byPlace)
  expect(first.map(describeBox)).toEqual(drawn.map(describeBox))
  expect(first).toHaveLength(6)
})

it('shows what the person has unfolded for themselves', () => {
  expect(drawFirst(new Map([['fold', false]])).map(({ textContent }) => textContent)).toContain('Hidden')
})

it('writes titles as text, whatever they contain', () => {
  const [box] = drawFirst().filter(({ textContent }) => textContent?.includes('plums'))
  expect(box?.innerHTML).toContain('Pears &amp; plums')
})
