import styles from '../map/MapView.module.css'
import { measureSurface, positionSurface, scrollReachPx, statusMarkStyle } from '../map/rendering/map-surface.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import screenStyles from '../screen/ProjectScreen.module.css'
import { loadViewSettings, type ViewSettings } from '../workspace/view-settings.ts'
import { boxClasses } from './box-markup.ts'
import { drawFirstMap } from './first-map.ts'
import type { SentPlan } from './sent-plan.ts'

interface FirstScreen {
  readonly html: string
  /** The classes in the markup, also in what is added to it. */
  readonly classes: readonly string[]
  /** Adds the map to the markup in the document, where the canvas has a size. */
  addMap(root: ParentNode): void
}

/** The screen of a project without its tools. Null: the person has been here and left the map at another place. */
export function createFirstScreen(plan: SentPlan, personId: string | null): FirstScreen | null {
  const settings = loadViewSettings(personId, plan.project.id)
  if (settings.position.get() !== null) return null
  return {
    html: formatScreen(settings),
    classes: [...[styles, themeStyles, screenStyles].flatMap((one) => Object.values(one)), ...boxClasses],
    addMap: (root) => addMap(root, plan, settings),
  }
}

/** As `ProjectScreen` and `MapView` before their tools are there. */
const formatScreen = ({ mapTheme }: ViewSettings): string => {
  const marks = Object.entries(statusMarkStyle).map(([name, value]) => `${name}:${value}`)
  const layers = `<div class="${styles.grid}"></div><div class="${styles.layer}"></div>`
  const canvas = `<div class="${styles.canvas} ${themeStyles.theme}" data-style="${marks.join(';')}" data-map-theme="${mapTheme.get()}"><div class="${styles.frame}" data-scroll="${scrollReachPx} ${scrollReachPx}"><div class="${styles.ground}">${layers}</div></div></div>`
  const stage = `<div class="${screenStyles.stage}"><div class="${screenStyles.ground}"><div class="${screenStyles.canvas}">${canvas}</div></div></div>`
  return `<main class="${screenStyles.screen}"><div class="${screenStyles.toolsPlace}"></div>${stage}</main>`
}

function addMap(root: ParentNode, plan: SentPlan, settings: ViewSettings): void {
  const find = (name: string | undefined): HTMLElement => {
    const found = root.querySelector<HTMLElement>(`.${name}`)
    if (found === null) throw new Error(`The first view has no element of the class ${name}`)
    return found
  }
  const surface = { root: find(themeStyles.theme), layer: find(styles.layer), grid: find(styles.grid) }
  const drawn = drawFirstMap(plan, settings, measureSurface(surface))
  if (drawn === null) throw new Error('Nothing of the first view can be seen')
  surface.root.dataset['direction'] = drawn.direction
  surface.layer.innerHTML = drawn.html
  positionSurface(surface, drawn.viewport)
}
