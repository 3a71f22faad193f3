import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar, initialsOf } from './Avatar.tsx'

describe('an avatar', () => {
  it.each([
    ['Ada Byron', 'AB'],
    ['ada', 'A'],
    ['ada.byron@example.com', 'AB'],
    ['Ada Augusta King Byron', 'AB'],
    ['𝒜da', '𝒜'],
    ['', '?'],
  ])('of %j shows %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('falls back to initials where the picture cannot be loaded', () => {
    const { container } = render(<Avatar name="Ada Byron" picture="https://pictures.example/ada.png" />)
    const image = container.querySelector('img')
    expect(image?.getAttribute('src')).toBe('https://pictures.example/ada.png')
    if (image !== null) fireEvent.error(image)
    expect(container.querySelector('[data-initials="AB"]')).not.toBeNull()
  })
})
