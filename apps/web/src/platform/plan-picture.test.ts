import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  describeWindow,
  planPictures,
  type PlanPicture,
  removePicture,
  showPicture,
  showStoredPicture,
} from './plan-picture.ts'

const html = '<div id="root"><p data-style="color: red">Plums</p></div>'
const picture = (change: Partial<PlanPicture> = {}): PlanPicture => ({
  ...describeWindow(),
  styles: '',
  html,
  ...change,
})
const storedNames = () => Object.keys(window.localStorage).filter((name) => name.startsWith('picture:'))

beforeEach(() => {
  window.localStorage.clear()
  // The test's browser has no sheets that are made by scripts.
  Object.assign(CSSStyleSheet.prototype, { replaceSync: vi.fn() })
  const entry = document.createElement('script')
  entry.type = 'module'
  entry.src = '/assets/index-1.js'
  // The test's browser would load a script of the document.
  document.head.innerHTML = entry.outerHTML
  window.history.replaceState(null, '', '/tree/p')
})

afterEach(() => {
  vi.restoreAllMocks()
  removePicture()
  document.head.innerHTML = ''
})

describe('stored pictures of plans', () => {
  it('returns the picture of the same person and project only', () => {
    planPictures.write('ada', 'p', picture())
    expect(planPictures.read('ada', 'p')?.html).toBe(html)
    expect(planPictures.read('bob', 'p')).toBeNull()
    expect(planPictures.read('ada', 'q')).toBeNull()
  })

  it.each([
    ['another size of the window', { size: '1x1' }],
    ['another build', { entry: 'http://localhost/assets/index-2.js' }],
    ['another place of the address', { hash: '#node=n' }],
  ])('returns no picture of %s', (_name, change) => {
    planPictures.write('ada', 'p', picture(change))
    expect(planPictures.read('ada', 'p')).toBeNull()
  })

  it('returns the picture of the place where the project was left to an address that names no place', () => {
    planPictures.write('ada', 'p', picture({ hash: '#pan=1,2,1' }))
    expect(planPictures.read('ada', 'p')).not.toBeNull()
    window.history.replaceState(null, '', '/tree/p#pan=5,5,1')
    expect(planPictures.read('ada', 'p')).toBeNull()
  })

  it('removes the pictures of others when somebody has signed in, and all at a logout', () => {
    planPictures.write('ada', 'p', picture())
    planPictures.write('bob', 'p', picture())
    expect(planPictures.listProjects('ada')).toEqual(['p'])
    planPictures.removeExcept('bob')
    expect(planPictures.listProjects('ada')).toEqual([])
    expect(storedNames()).toEqual(['picture:bob:p'])
    planPictures.removeExcept(null)
    expect(storedNames()).toEqual([])
  })

  it('keeps three pictures at most, and none that is too large', () => {
    for (const id of ['a', 'b', 'c', 'd']) planPictures.write('ada', id, picture())
    expect(storedNames()).toHaveLength(3)
    expect(planPictures.read('ada', 'd')).not.toBeNull()
    planPictures.write('ada', 'd', picture({ html: 'x'.repeat(500_000) }))
    expect(planPictures.read('ada', 'd')).toBeNull()
  })

  it('ignores what it cannot read', () => {
    window.localStorage.setItem('picture:ada:p', '{')
    expect(planPictures.read('ada', 'p')).toBeNull()
  })
})

describe('shown picture', () => {
  it('cannot be found by scripts, takes no input, and applies styles that the policy would ignore', () => {
    const attach = vi.spyOn(Element.prototype, 'attachShadow')
    showPicture(picture())
    const host = document.querySelector<HTMLElement>('#plan-picture[data-shown]')
    expect([host?.shadowRoot, host?.textContent, host?.style.pointerEvents]).toEqual([null, '', 'none'])
    const shadow = attach.mock.results[0]?.value as ShadowRoot
    expect(shadow.querySelector('p')?.style.color).toBe('red')
  })

  it('goes when a person acts on the plan that is painted below it, and not before', () => {
    showPicture(picture())
    window.dispatchEvent(new Event('pointerdown'))
    expect(document.getElementById('plan-picture')).not.toBeNull()
    const plan = document.createElement('div')
    Object.assign(plan.dataset, { canvas: '', ready: 'true' })
    document.body.append(plan)
    window.dispatchEvent(new Event('keydown'))
    expect(document.getElementById('plan-picture')).toBeNull()
    plan.remove()
  })

  it('goes by itself after ten seconds', () => {
    vi.useFakeTimers()
    showPicture(picture())
    expect(document.getElementById('plan-picture')).not.toBeNull()
    vi.advanceTimersByTime(10_000)
    expect(document.getElementById('plan-picture')).toBeNull()
    vi.useRealTimers()
  })
})

const remember = (personId: string) =>
  window.localStorage.setItem('last-person', JSON.stringify({ person: { id: personId } }))

describe('the stored picture at the start of the page', () => {
  afterEach(() => void (document.cookie = 'espalier_person=; Max-Age=0; Path=/'))

  it('is shown to the person that the cookie and the browser both name', () => {
    document.cookie = 'espalier_person=ada; Path=/'
    remember('ada')
    planPictures.write('ada', 'p', picture())
    expect(showStoredPicture('p')).toBe(true)
    expect(document.querySelector('#plan-picture[data-shown]')).not.toBeNull()
  })

  it.each([
    ['somebody else is signed in', 'bob', 'bob'],
    ['the browser remembers somebody else', 'ada', 'bob'],
    ['nobody is signed in', null, 'ada'],
  ])('is not shown when %s', (_name, cookie, remembered) => {
    if (cookie !== null) document.cookie = `espalier_person=${cookie}; Path=/`
    remember(remembered)
    planPictures.write('ada', 'p', picture())
    expect(showStoredPicture('p')).toBe(false)
    expect(document.getElementById('plan-picture')).toBeNull()
  })
})
