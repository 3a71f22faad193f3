import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scenesTexts } from '../../texts/scenes.ts'
import { MemoryRouter } from '../memory-router.tsx'
import { ScenesPage } from './ScenesPage.tsx'

const components = Object.keys(import.meta.glob('../../ui/**/[A-Z]*.tsx')).filter((path) => !path.includes('.test.'))
const sources = Object.values<string>(import.meta.glob('./*.tsx', { query: '?raw', import: 'default', eager: true }))

/** Other components show these as soon as they are used. */
const shownByOthers = ['MenuContent', 'RichTextEditor', 'EditorToolbar', 'MentionPicker', 'ToolbarRow']

it('has a scene for every component in ui/', () => {
  const missing = components
    .map((path) => path.replace('../../', '').replace('.tsx', ''))
    .filter((path) => !shownByOthers.some((name) => path.endsWith(`/${name}`)))
    .filter((path) => !sources.some((source) => source.includes(`../../${path}.tsx'`)))
  expect(components.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

it('shows every section, and a box for each status and color of a node', () => {
  render(
    <MemoryRouter>
      <ScenesPage />
    </MemoryRouter>,
  )
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(expect.arrayContaining(Object.values(scenesTexts.sections)))
  for (const status of ['to do', 'in progress', 'done'])
    expect(screen.getAllByRole('button', { name: `Status: ${status}` }).length).toBeGreaterThanOrEqual(4)
})
