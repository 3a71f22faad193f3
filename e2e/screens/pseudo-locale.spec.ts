import { expect } from '../support/test.ts'
import { findOverflow, findUntranslatedTexts } from './check-texts.ts'
import { test } from './run-scene.ts'

test('finds texts without brackets and texts that are cut off', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  await page.setContent(`
    <p>[Réád thé <a href="/guide">gúídé</a> ~] first</p> <button title="Close">[Clósé ~]</button>
    <p>12 Nov 2026, 3 PM</p> <kbd>Ctrl</kbd> <p translate="no">Bea</p> <textarea>typed</textarea>
    <select aria-label="[Státús ~]"><option>Done</option></select>
    <p style="width: 60px">[Únbréákáblé-wórd ~]</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap">[Hiddén ánd tóó lóng ~]</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">[Éndíng wíth án éllípsís ~]</p>
    <div style="width: 60px; overflow: auto"><p style="white-space: nowrap">[Scróllíng sídéwáys ~]</p></div>`)
  expect(await findUntranslatedTexts(page)).toEqual(['~] first', 'Done', 'Close'])
  expect(await findOverflow(page)).toEqual([
    expect.stringContaining('[Únbréákáblé-wórd ~]'),
    expect.stringContaining('[Hiddén ánd tóó lóng ~]'),
  ])
  await page.close()
})
