import { afterEach, expect, it, vi } from 'vitest'
import { lastPerson } from '../../api/session/last-person.ts'
import { drawCanvas } from '../testing/drawn-canvas.tsx'
import { copyMarkup, storePicture } from './store-picture.ts'

const storedNames = () => Object.keys(window.localStorage).filter((name) => name.startsWith('picture:'))
const ada = { id: 'ada', email: 'ada@example.org', firstname: 'Ada', lastname: '', picture: null, status: null }

afterEach(() => {
  vi.useRealTimers()
  window.localStorage.clear()
  document.cookie = 'espalier_person=; Max-Age=0; Path=/'
  document.body.innerHTML = ''
})

it('copies what is painted: styles as data, nothing selected, lines instead of a canvas', () => {
  document.body.innerHTML = '<div id="root"><canvas></canvas><p aria-selected="true">Plums</p></div>'
  const root = document.getElementById('root') as HTMLElement
  ;(root.lastElementChild as HTMLElement).style.color = 'red'
  expect(copyMarkup(root, '<svg></svg>')).toBe(
    '<div id="root"><svg></svg><p aria-selected="false" data-style="color: red;">Plums</p></div>',
  )
})

it('leaves out nodes that are out of view', () => {
  document.body.innerHTML = '<div id="root"><p data-node-id="far">Far</p></div>'
  const root = document.getElementById('root') as HTMLElement
  expect(copyMarkup(root, '')).toBe('<div id="root"></div>')
})

const copyImage = (width: number, inside = 'p'): string | undefined => {
  document.body.innerHTML = `<div id="root"><${inside}><img src="/avatar/ada" loading="lazy"></${inside.split(' ')[0]}></div>`
  const root = document.getElementById('root') as HTMLElement
  const image = root.querySelector('img') as HTMLImageElement
  vi.spyOn(image, 'complete', 'get').mockReturnValue(true)
  vi.spyOn(image, 'naturalWidth', 'get').mockReturnValue(width)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10))
  return copyMarkup(root, '')
}

it('copies the pixels of images, and requests none of them again', () => {
  const drawn = vi.fn()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,ada')
  expect(copyImage(32)).toBe('<div id="root"><p><img src="data:image/png;base64,ada"></p></div>')
  expect(drawn).toHaveBeenCalledOnce()
  const empty = [copyImage(0), copyImage(32, 'p data-node-id="a"')]
  drawn.mockImplementation(() => {
    throw new DOMException('The canvas has been tainted', 'SecurityError')
  })
  for (const html of [...empty, copyImage(32)]) {
    expect(html).toContain('<img src="data:image/gif;')
    expect(html).not.toContain('/avatar/')
  }
  vi.restoreAllMocks()
})

async function keepFor(personId: string) {
  document.body.innerHTML = '<div id="root">Plums</div>'
  const { workspace } = drawCanvas()
  vi.useFakeTimers()
  const stop = storePicture(workspace, personId)
  await vi.advanceTimersByTimeAsync(3_000)
  return { workspace, stop }
}

it('stores a picture for the person that is signed in', async () => {
  document.cookie = 'espalier_person=ada; Path=/'
  lastPerson.write(ada)
  const { workspace, stop } = await keepFor('ada')
  expect(storedNames()).toEqual([`picture:ada:${workspace.client.projectId}`])
  stop()
})

it('stores nothing after a logout in another tab', async () => {
  document.cookie = 'espalier_person=ada; Path=/'
  lastPerson.write(ada)
  lastPerson.markLeft()
  const { stop } = await keepFor('ada')
  expect(storedNames()).toEqual([])
  stop()
})

it('removes the picture while the search is open, because an opened project shows none', async () => {
  document.cookie = 'espalier_person=ada; Path=/'
  lastPerson.write(ada)
  const { workspace, stop } = await keepFor('ada')
  workspace.search.set({ ...workspace.search.get(), isOpen: true })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(storedNames()).toEqual([])
  stop()
})

it('takes the picture of a changed view only in a pause, and none that is out of date is left until then', async () => {
  document.cookie = 'espalier_person=ada; Path=/'
  lastPerson.write(ada)
  const { workspace, stop } = await keepFor('ada')
  workspace.map.setViewport({ x: 40, y: 0, zoom: 1 })
  expect(storedNames()).toEqual([])
  for (let step = 0; step < 60; step += 1) {
    window.dispatchEvent(new Event('wheel'))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(storedNames()).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(storedNames()).toHaveLength(1)
  stop()
})

it('takes the picture of a changed view when the page is left', async () => {
  document.cookie = 'espalier_person=ada; Path=/'
  lastPerson.write(ada)
  const { workspace, stop } = await keepFor('ada')
  workspace.map.setViewport({ x: 40, y: 0, zoom: 1 })
  window.dispatchEvent(new Event('pagehide'))
  expect(storedNames()).toHaveLength(1)
  lastPerson.markLeft()
  window.localStorage.clear()
  workspace.map.setViewport({ x: 80, y: 0, zoom: 1 })
  window.dispatchEvent(new Event('pagehide'))
  expect(storedNames()).toEqual([])
  stop()
})
