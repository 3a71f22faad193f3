import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MapTheme } from '../workspace/view-settings.ts'

type Scheme = 'light' | 'dark'
type Variables = Readonly<Record<string, string>>

const sheet = readFileSync(join(import.meta.dirname, '../map/theme/map-theme.module.css'), 'utf8')
const [light = '', dark = ''] = sheet.split(/@media \([a-z-]+: (?:dark|active)\)/u)

/** Returns the variables of the rule with this selector. */
function readRule(rules: string, selector: string): Variables {
  const start = rules.indexOf(`${selector} {`)
  const body = start < 0 ? '' : rules.slice(start, rules.indexOf('}', start))
  return Object.fromEntries(
    Array.from(body.matchAll(/--([\w-]+): ([^;]+);/gu), ([, name = '', value = '']) => [name, value]),
  )
}

/** Returns the colors of a map theme as the cascade of its style sheet gives them. */
export function readThemeColors(theme: MapTheme, scheme: Scheme): Variables {
  const selector = `.theme[data-map-theme='${theme}']`
  const base = scheme === 'light' ? [readRule(light, '.theme')] : [readRule(light, '.theme'), readRule(dark, '.theme')]
  const own = scheme === 'light' ? [readRule(light, selector)] : [readRule(light, selector), readRule(dark, selector)]
  return Object.assign({}, ...base, ...own) as Variables
}
