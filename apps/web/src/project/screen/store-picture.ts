import { worldInView } from '@espalier/canvas'
import { lastPerson } from '../../api/session/last-person.ts'
import { describeWindow, planPictures } from '../../platform/plan-picture.ts'
import { whenIdle } from '../../platform/timing.ts'
import { describeLinks } from '../map/rendering/link-painter.ts'
import { getMapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const quietMs = 400

/** Stores a picture of the view whenever it has been quiet for a moment. Returns a function that stops it. */
export function storePicture(workspace: ProjectWorkspace, personId: string): () => void {
  const { client, map, selection, search } = workspace
  let timer = 0
  let isOver = false
  const keep = () => {
    // After a logout in another tab nothing may be stored any more.
    if (isOver || lastPerson.readSignedIn()?.id !== personId || workspace.view.get() !== 'map') return
    const picture = takePicture(workspace)
    if (picture === null) planPictures.remove(personId, client.projectId)
    else planPictures.write(personId, client.projectId, picture)
  }
  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => whenIdle(keep), quietMs)
  }
  const stops = [client.listen(later), map.settledViewport.subscribe(later), selection.subscribe(later)]
  const forget = () => {
    isOver = true
    planPictures.remove(personId, client.projectId)
  }
  stops.push(search.subscribe(later), client.project.subscribe(later), client.onLost(forget))
  window.addEventListener('resize', later)
  later()
  return () => {
    isOver = true
    window.clearTimeout(timer)
    window.removeEventListener('resize', later)
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
    !workspace.isHistoryOpen.get()
  if (root === null || !isPlain) return null
  return { ...describeWindow(), styles: copyUsedRules(root), html: copyMarkup(root, drawLinks(workspace)) }
}

/** Returns the rules that may apply to what is painted: parts that were only loaded have rules in the document too. */
function copyUsedRules(root: HTMLElement): string {
  const classes = new Set([...root.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  const isUsed = (rule: string): boolean => {
    const names = [...rule.matchAll(/\.([a-z][\w-]+)/gi)].map(([, name = '']) => name)
    return names.length === 0 || names.some((name) => classes.has(name))
  }
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .filter(isUsed)
    .join('')
}

/** Returns the markup as it is painted: without what is out of view, and with styles as data (see `showPicture`). */
export function copyMarkup(root: HTMLElement, links: string): string {
  const copy = root.cloneNode(true) as HTMLElement
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>('*')]
  for (const [index, element] of [root, ...root.querySelectorAll<HTMLElement>('*')].entries())
    copyElement(element, copies[index] as HTMLElement, links)
  return copy.outerHTML
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
  if (element.style.cssText !== '') copy.setAttribute('data-style', element.style.cssText)
  copy.removeAttribute('style')
  if (element.getAttribute('aria-selected') === 'true') copy.setAttribute('aria-selected', 'false')
  if (element.scrollLeft !== 0 || element.scrollTop !== 0)
    copy.setAttribute('data-scroll', `${element.scrollLeft} ${element.scrollTop}`)
}

function isInView(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
}

/** The pixels of a canvas are not part of its markup. */
function drawLinks({ map }: ProjectWorkspace): string {
  const { renderer, getViewport } = getMapController(map)
  const area = worldInView(getViewport(), { width: window.innerWidth, height: window.innerHeight })
  const paths = describeLinks(renderer.scene, area).map(
    ({ d, color, width }) =>
      `<path fill="none" d="${d}" stroke-width="${width}" data-style="stroke:var(--branch-${color})"></path>`,
  )
  const style = 'position:absolute;top:0;left:0;width:1px;height:1px;overflow:visible'
  return `<svg data-style="${style}">${paths.join('')}</svg>`
}
