import { describe, expect, it } from 'vitest'
import { generalAccessLabels, permissionLabels, shareButtonLabel } from './invitee.ts'
import { sharingTexts } from './sharing-texts.ts'

describe('sharing dialog texts', () => {
  it('[sharing] matches the specification letter by letter', () => {
    expect([shareButtonLabel(true), shareButtonLabel(false)]).toEqual(['Send', 'Share'])
    expect(Object.values(permissionLabels)).toEqual(['Viewer', 'Editor', 'Remove Access'])
    expect(Object.values(generalAccessLabels)).toEqual(['Restricted', 'Anyone with the link'])
    expect(sharingTexts.denied).toBe("You don't have permissions to make changes")
    expect(sharingTexts.failed('x')).toBe('Error x')
    expect([sharingTexts.updated, sharingTexts.linkCopied]).toEqual(['Sharing settings updated', 'Link copied'])
  })
})
