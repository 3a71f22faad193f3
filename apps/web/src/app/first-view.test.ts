import { noDefinitions } from '@espalier/domain'
import type { PageData } from '@espalier/schema'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeFirstView, removePicture } from '../platform/plan-picture.ts'
import { buildNodeRecord } from '../project/testing/node-fixtures.ts'
import { paintFirstView } from './first-view.ts'

const project = { id: 'p1', status: 'active', layout: 'tree-right', nodeLinks: [], ...noDefinitions }
const data: PageData = {
  personId: 'ada',
  answers: [
    {
      query: '',
      variables: {},
      answer: { data: { project, nodes: [buildNodeRecord({ id: 'root', title: 'Plums' })] } },
    },
  ],
}
const findView = () => document.querySelector<HTMLElement>('#plan-picture[data-first][data-shown]')
let content: () => string | undefined

beforeEach(() => {
  window.localStorage.clear()
  // The test's browser has no sheets that are made by scripts, and no scrolling.
  Object.assign(CSSStyleSheet.prototype, { replaceSync: vi.fn() })
  Object.assign(Element.prototype, { scrollTo: vi.fn() })
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, options) {
    const root = attach.call(this, options)
    content = () => root.textContent
    return root
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  removePicture()
  document.body.innerHTML = ''
})

it('paints the plan of the data, until the page itself has painted it', () => {
  expect(paintFirstView('p1', data)).toBe(true)
  expect(content()).toBe('Plums')
  expect(findView()?.inert).toBe(true)
  removeFirstView()
  expect(document.getElementById('plan-picture')).toBeNull()
})

it.each([
  ['data without the project', () => paintFirstView('p1', { personId: 'ada', answers: [] })],
  ['another project', () => paintFirstView('p2', data)],
])('paints nothing from %s', (_name, paint) => {
  expect(paint()).toBe(false)
  expect(findView()).toBeNull()
})

it('paints nothing above a plan that is there already', () => {
  document.body.innerHTML = '<div data-canvas=""></div>'
  expect(paintFirstView('p1', data)).toBe(false)
})

it('leaves a map that was left at another place to the page itself', () => {
  window.localStorage.setItem('position:ada:p1', JSON.stringify({ x: 1, y: 2, zoom: 1 }))
  expect(paintFirstView('p1', data)).toBe(false)
})

it('leaves nothing behind when the data cannot be drawn', () => {
  const broken = {
    ...data,
    answers: data.answers.map((one) => ({ ...one, answer: { data: { project, nodes: [{ parentIds: [] }] } } })),
  }
  expect(paintFirstView('p1', broken)).toBe(false)
  expect(document.getElementById('plan-picture')).toBeNull()
})
