import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar } from './Avatar.tsx'

describe('avatar', () => {
  it('falls back to initials when the picture cannot be loaded', () => {
    const { container } = render(<Avatar name="Ada Byron" picture="https://pictures.example/ada.png" />)
    const image = container.querySelector('img')
    expect(image?.getAttribute('src')).toBe('https://pictures.example/ada.png')
    if (image !== null) fireEvent.error(image)
    expect(container.querySelector('[data-initials="AB"]')).not.toBeNull()
  })

  it('draws a picture that was loaded before at once, not when the browser has looked whether it is in view', () => {
    const face = <Avatar name="Ada Byron" picture="https://pictures.example/byron.png" />
    const image = render(face).container.querySelector('img')
    expect(image?.getAttribute('loading')).toBe('lazy')
    if (image !== null) fireEvent.load(image)
    expect(render(face).container.querySelector('img')?.getAttribute('loading')).toBe('eager')
  })
})
