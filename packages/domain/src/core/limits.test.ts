import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'

describe('product limits', () => {
  it('[limits] matches the table of constants', () => {
    expect(limits).toMatchObject({
      invitesPerSend: 5,
      autosaveMs: 5_000,
      trackerRetestMs: 1_000,
      searchDebounceMs: 200,
      panDebounceMs: 50,
      relayoutDebounceMs: 0,
      apiBatch: { operations: 50, windowMs: 1 },
      socketRetry: { initialMs: 1_000, maxMs: 5_000, attempts: 5 },
      gridSpacingPx: 20,
      nodeSizePx: { width: 200, height: 50 },
      position: { min: 0, max: 10_000 },
      trashRetentionDays: 30,
      listClockMs: 5_000,
      nodeColour: '#fffabb',
      navigationWindowPx: { height: 500, width: 500, span: 2_000, gap: 10 },
      roadmap: { months: 12, quarters: 4 },
      demoTreeNodes: 500,
      burnupSizePx: { width: 500, height: 350 },
    })
  })

  it('[limits] has ascending zoom steps from minimum to maximum that include the reset value', () => {
    const { min, max, reset, steps } = limits.zoomPercent
    expect(steps).toEqual([25, 50, 75, 90, 100, 125, 150, 200, 350, 500])
    expect([steps[0], steps.at(-1)]).toEqual([min, max])
    expect(steps).toContain(reset)
  })

  it('[limits] makes a truncated excerpt as long as the longest untruncated one', () => {
    expect(limits.excerptGraphemes.kept + '...'.length).toBe(limits.excerptGraphemes.max)
  })

  it('[limits] has the default color in the palette', () => {
    expect(limits.nodePalette).toEqual(['#fffabb', '#bbffd8', '#bbc0ff', '#ffbbe2'])
    expect(limits.nodePalette).toContain(limits.nodeColour)
  })
})
