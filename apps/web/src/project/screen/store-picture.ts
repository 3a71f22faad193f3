import { worldInView } from '@espalier/canvas'
import { lastPerson } from '../../api/session/last-person.ts'
import { watchInput } from '../../platform/input-pause.ts'
import { describeWindow, planPictures } from '../../platform/plan-picture.ts'
import { formatLinks } from '../map/rendering/link-painter.ts'
import { getMapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { copyAppliedRules } from './applied-rules.ts'

/** Taking a picture costs more than a frame, so that it waits until the person is not likely to go on at once. */
const quietMs = { afterOpening: 400, afterChange: 2_000 }
/** For this long after it was opened a project changes by itself: catching up, people, the window. */
const openingMs = 3_000

/**
 * Stores a picture of the view when the person leaves the page, and in pauses, because a page may end without notice.
 * Returns a function that stops it.
 */
export function storePicture(workspace: ProjectWorkspace, personId: string): () => void {
  const { client, map, selection, search } = workspace
  const input = watchInput()
  let timer = 0
  let isOver = false
  let isStale = true
  const openedAt = performance.now()
  const keep = () => {
    // After a logout in another tab nothing may be stored any more.
    if (isOver || !isStale || workspace.view.get() !== 'map' || lastPerson.readSignedIn()?.id !== personId) return
    isStale = false
    const picture = takePicture(workspace)
    if (picture === null) planPictures.remove(personId, client.projectId)
    else planPictures.write(personId, client.projectId, picture)
  }
  const keepAfter = (ms: number) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void input.waitForPause().then(keep), ms)
  }
  const change = () => {
    // The screen may be left for another page of ours before the next picture; this one shows what is no longer there.
    if (!isStale) planPictures.remove(personId, client.projectId)
    isStale = true
    keepAfter(performance.now() - openedAt < openingMs ? quietMs.afterOpening : quietMs.afterChange)
  }
  const hide = () => {
    if (document.visibilityState === 'hidden') keep()
  }
  const stops = [client.listen(change), map.settledViewport.subscribe(change), selection.subscribe(change)]
  const forget = () => {
    isOver = true
    planPictures.remove(personId, client.projectId)
  }
  stops.push(search.subscribe(change), client.project.subscribe(change), client.onLost(forget), input.stop)
  window.addEventListener('resize', change)
  window.addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', hide)
  keepAfter(quietMs.afterOpening)
  return () => {
    isOver = true
    window.clearTimeout(timer)
    window.removeEventListener('resize', change)
    window.removeEventListener('pagehide', keep)
    document.removeEventListener('visibilitychange', hide)
    for (const stop of stops) stop()
  }
}

/** Null: the page shows something that it would not show after opening. */
function takePicture(workspace: ProjectWorkspace): ReturnType<typeof planPictures.read> {
  const root = document.getElementById('root')
  const isPlain =
    workspace.editing.get() === null &&
    workspace.dialog.get() === null &&
    workspace.detailsNodeId.get() === null &&
    !workspace.search.get().isOpen &&
    workspace.matches.get().branch === undefined &&
    !workspace.isHistoryOpen.get() &&
    workspace.proposals.get() === null
  if (root === null || !isPlain) return null
  const copy = copyPage(root, drawLinks(workspace))
  return { ...describeWindow(), styles: copyAppliedRules(copy), html: copy.outerHTML }
}

/** Returns the markup as it is painted (see `copyPage`). */
export const copyMarkup = (root: HTMLElement, links: string): string => copyPage(root, links).outerHTML

/** Copies the page as it is painted: without what is out of view, and with styles as data (see `showPicture`). */
function copyPage(root: HTMLElement, links: string): HTMLElement {
  // In a document that is not shown nothing is loaded. While the page is being left, the policy would refuse the images.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true)
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>('*')]
  for (const [index, element] of [root, ...root.querySelectorAll<HTMLElement>('*')].entries())
    copyElement(element, copies[index] as HTMLElement, links)
  return copy
}

function copyElement(element: HTMLElement, copy: HTMLElement, links: string): void {
  if (element instanceof HTMLCanvasElement) {
    copy.outerHTML = links
    return
  }
  if (element.dataset['nodeId'] !== undefined && !isInView(element)) {
    copy.remove()
    return
  }
  if (element instanceof HTMLImageElement) {
    copy.setAttribute('src', copyImage(element) ?? emptyImage)
    copy.removeAttribute('loading')
  }
  if (element.style.cssText !== '') copy.setAttribute('data-style', element.style.cssText)
  copy.removeAttribute('style')
  if (element.getAttribute('aria-selected') === 'true') copy.setAttribute('aria-selected', 'false')
  if (element.scrollLeft !== 0 || element.scrollTop !== 0)
    copy.setAttribute('data-scroll', `${element.scrollLeft} ${element.scrollTop}`)
}

/** One transparent pixel: an image without a source has no size. */
const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * Returns the pixels of an image, because the picture must not request anything before the page itself does. Null: they
 * are not there, or it is one of the many faces in the nodes, which would be too large together.
 */
function copyImage(image: HTMLImageElement): string | null {
  if (!image.complete || image.naturalWidth === 0 || image.closest('[data-node-id]') !== null) return null
  const canvas = document.createElement('canvas')
  canvas.width = image.width * window.devicePixelRatio
  canvas.height = image.height * window.devicePixelRatio
  const context = canvas.getContext('2d')
  try {
    context?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return context === null ? null : canvas.toDataURL()
  } catch {
    // The API has another host, which does not let pages read its images.
    return null
  }
}

function isInView(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
}

/** The pixels of a canvas are not part of its markup. */
function drawLinks({ map }: ProjectWorkspace): string {
  const { renderer, getViewport } = getMapController(map)
  return formatLinks(
    renderer.scene,
    worldInView(getViewport(), { width: window.innerWidth, height: window.innerHeight }),
  )
}
