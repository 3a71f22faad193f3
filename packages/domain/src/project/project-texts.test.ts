import { describe, expect, it } from 'vitest'
import { projectTexts, getPurgeTime } from './project-texts.ts'

describe('project texts', () => {
  it('[texts] matches the specification letter by letter', () => {
    expect(projectTexts.confirmDelete('Plan')).toBe('Are you sure you want to delete project Plan?')
    expect(projectTexts.confirmEmptyTrash).toBe(
      "Delete projects permanently? All items in trash will be permanently deleted and you won't be able to restore them.",
    )
    expect([projectTexts.deleted('P'), projectTexts.restored('P')]).toEqual(['Deleted project P', 'Restored project P'])
    expect(projectTexts.archived('P')).toBe('Archived project P')
    expect(projectTexts.unarchived('P')).toBe('Unarchived project P')
    expect(projectTexts.duplicated('P')).toBe('Project "P" duplicated')
    expect(projectTexts.copyTitle('P')).toBe('P (copy)')
  })

  it('[trash] keeps projects for 30 days', () => {
    expect(getPurgeTime(1_000)).toBe(1_000 + 2_592_000_000)
  })
})
