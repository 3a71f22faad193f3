import { useState } from 'react'
import { scenesTexts } from '../../texts/scenes.ts'
import { Page } from '../../ui/Page.tsx'
import { NodeStateScene, NodeStatusScene } from './node-scenes.tsx'
import {
  BrandScene,
  ButtonScene,
  CardScene,
  DialogScene,
  LoadingScene,
  MenuScene,
  PeopleScene,
  ToastScene,
} from './part-scenes.tsx'
import { FieldScene, RichTextScene } from './form-scenes.tsx'
import { applyTheme, type Theme } from './theme.ts'
import styles from './Scenes.module.css'

const scenes = {
  buttons: ButtonScene,
  fields: FieldScene,
  richText: RichTextScene,
  dialogs: DialogScene,
  menus: MenuScene,
  toasts: ToastScene,
  cards: CardScene,
  loading: LoadingScene,
  people: PeopleScene,
  brand: BrandScene,
  statuses: NodeStatusScene,
  nodeStates: NodeStateScene,
} as const satisfies Record<keyof typeof scenesTexts.sections, unknown>

type SceneName = keyof typeof scenes

/** Every building block of the interface, for developers: served at /dev/scenes by `npm run dev`. */
export const ScenesPage = () => (
  <Page title={scenesTexts.title} lead={scenesTexts.lead} width="wide">
    <ThemeChoice />
    {(Object.keys(scenes) as SceneName[]).map((name) => {
      const Scene = scenes[name]
      return (
        <section key={name} aria-labelledby={`scene-${name}`} className={styles.section}>
          <h2 id={`scene-${name}`}>{scenesTexts.sections[name]}</h2>
          <Scene />
        </section>
      )
    })}
  </Page>
)

const themes: readonly Theme[] = ['browser', 'light', 'dark']

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('browser')
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <fieldset className={styles.row}>
      <legend>{scenesTexts.theme.legend}</legend>
      {themes.map((name) => (
        <label key={name} className={styles.choice}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
          {scenesTexts.theme[name]}
        </label>
      ))}
    </fieldset>
  )
}
