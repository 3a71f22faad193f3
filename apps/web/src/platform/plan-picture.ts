import { deviceStorage } from './storage.ts'

/**
 * The last view of a project as it was painted, for the moment before the page's own code runs. It belongs to one
 * person and one build, and goes with the copy of that person on this device (decision 0055).
 */
export interface PlanPicture {
  /** The hash of the address at which it was painted. */
  readonly hash: string
  /** The size of the window. */
  readonly size: string
  /** The script that the page starts with; it has another name in every build. */
  readonly entry: string
  /** The rules that apply to it. Loading the files again would take longer than everything else. */
  readonly styles: string
  readonly html: string
}

const prefix = 'picture:'
const pictureId = 'plan-picture'
const personCookie = 'espalier_person'
const maxPictures = 3
/** Storage is small, and parsing more would take longer than it saves. */
const maxLength = 400_000

const formatPictureName = (personId: string, projectId: string): string => `${prefix}${personId}:${projectId}`

const listNames = (): readonly string[] => {
  try {
    return Object.keys(window.localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** The state that has to be the same again, so that the picture fits. */
export const describeWindow = (): Pick<PlanPicture, 'hash' | 'size' | 'entry'> => ({
  hash: window.location.hash,
  size: `${window.innerWidth}x${window.innerHeight}`,
  entry: document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '',
})

/** An address without a place opens the project where it was left. */
const isSamePlace = (stored: string, asked: string): boolean =>
  stored === asked || (asked === '' && !/[#&](?:node|search)=/.test(stored))

export const planPictures = {
  /** Returns the picture of a project for this person, if it fits this window and this build. */
  read(personId: string, projectId: string): PlanPicture | null {
    try {
      const stored = JSON.parse(
        deviceStorage.read(formatPictureName(personId, projectId)) ?? 'null',
      ) as PlanPicture | null
      if (stored === null) return null
      const here = describeWindow()
      if (stored.size !== here.size || stored.entry !== here.entry || here.entry === '') return null
      return isSamePlace(stored.hash, here.hash) ? stored : null
    } catch {
      return null
    }
  },
  write(personId: string, projectId: string, picture: PlanPicture): void {
    const name = formatPictureName(personId, projectId)
    const text = JSON.stringify(picture)
    deviceStorage.remove(name)
    if (text.length > maxLength) return
    for (const other of listNames().slice(maxPictures - 1)) deviceStorage.remove(other)
    deviceStorage.write(name, text)
  },
  remove(personId: string | null, projectId: string): void {
    if (personId !== null) deviceStorage.remove(formatPictureName(personId, projectId))
  },
  /** Returns the projects of which this person has a picture. */
  listProjects(personId: string | null): readonly string[] {
    const own = formatPictureName(personId ?? '', '')
    return listNames().flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []))
  },
  /** Removes the pictures of everybody else; null: of everybody. */
  removeExcept(personId: string | null): void {
    const own = personId === null ? null : formatPictureName(personId, '')
    for (const name of listNames()) if (own === null || !name.startsWith(own)) deviceStorage.remove(name)
  },
}

/** The person that the session's cookie names. It is set and removed together with the session. */
export const readPersonCookie = (): string | null =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${personCookie}=`))
    ?.slice(personCookie.length + 1) ?? null

export const clearPersonCookie = (): void => void (document.cookie = `${personCookie}=; Max-Age=0; Path=/`)

/** Shows the picture of the last visit, if there is one for the person who is here and for this window. */
export function showStoredPicture(projectId: string): boolean {
  const personId = readPersonCookie()
  const picture = personId === null ? null : planPictures.read(personId, projectId)
  if (personId === null || picture === null || !isRemembered(personId)) return false
  return showPicture(picture)
}

/** As `last-person.ts`: the cookie counts only together with what this browser has stored about the same person. */
function isRemembered(personId: string): boolean {
  try {
    const stored = JSON.parse(deviceStorage.read('last-person') ?? 'null') as { readonly person?: { id?: unknown } }
    return stored?.person?.id === personId
  } catch {
    return false
  }
}

/** The policy for styles ignores them in HTML, but not from a script of ours. */
function applyStyles(root: ShadowRoot): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
}

/** The map lies on layers of its own, so that it can be moved. The browser would draw each of them for the picture. */
const oneLayer = '*{will-change:auto!important}'

/** Paints everything into one layer: nothing of a picture moves. What was scrolled is shifted instead. */
function flattenLayers(root: ShadowRoot): void {
  for (const { style } of root.querySelectorAll<HTMLElement>('[style*=translate3d]'))
    style.transform = style.transform.replace(/translate3d\(([^,]+,[^,]+),[^)]+/, 'translate($1')
  for (const element of root.querySelectorAll<HTMLElement>('[data-scroll]')) {
    const [left = 0, top = 0] = (element.dataset['scroll'] ?? '').split(' ').map(Number)
    element.style.overflow = 'clip'
    for (const child of element.children as HTMLCollectionOf<HTMLElement>)
      child.style.translate = `${-left}px ${-top}px`
  }
}

/**
 * Shows a picture above everything. It takes no input: a press reaches what the page has painted below. What depends on
 * the size of an element can be added by `complete`. False: this browser cannot show one.
 */
export function showPicture(
  { html, styles }: Pick<PlanPicture, 'html' | 'styles'>,
  complete: ((root: ShadowRoot) => void) | null = null,
): boolean {
  // Older browsers wait for the plan itself.
  if (!('replaceSync' in CSSStyleSheet.prototype)) return false
  const host = document.createElement('div')
  host.id = pictureId
  host.inert = true
  host.style.cssText =
    'position:fixed;inset:0;z-index:2147483647;overflow:clip;pointer-events:none;background:var(--paper)'
  // Nothing outside finds the elements of the picture: not a style, a script, or a screen reader.
  const shadow = host.attachShadow({ mode: 'closed' })
  shadow.innerHTML = html
  applyStyles(shadow)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles + oneLayer)
  shadow.adoptedStyleSheets = [sheet]
  document.body.append(host)
  if (complete !== null) {
    complete(shadow)
    applyStyles(shadow)
  }
  flattenLayers(shadow)
  host.dataset['shown'] = ''
  const inputs = new AbortController()
  const options = { capture: true, passive: true, signal: inputs.signal }
  for (const kind of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(kind, uncoverPlan, options)
  // Whatever happens to the page, a picture must not stay.
  window.setTimeout(() => {
    inputs.abort()
    removePicture()
  }, longestMs)
  return true
}

/** A person who acts on the painted plan must see the effect, although its tools may still be loading. */
function uncoverPlan(): void {
  if (document.querySelector('[data-canvas][data-ready="true"]') !== null) removePicture()
}

const longestMs = 10_000

export const removePicture = (): void => document.getElementById(pictureId)?.remove()

/** A first view has no tools, so it goes as soon as the plan is there; a picture stays until they are, too. */
export const removeFirstView = (): void => document.querySelector(`#${pictureId}[data-first]`)?.remove()

/** Shows the data of a plan that was never opened here, drawn as far as the size of the window needs it. */
export function showFirstView(html: string, styles: string, complete: (root: ShadowRoot) => void): boolean {
  const isShown = showPicture({ html, styles }, complete)
  document.getElementById(pictureId)?.setAttribute('data-first', '')
  return isShown
}
